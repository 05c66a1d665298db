/// Marks collections whose order changes from run to run.
protocol HashOrdered {}

extension Dictionary: HashOrdered {}
