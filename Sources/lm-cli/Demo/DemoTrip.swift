import LMProtocol

/// What the tour has the model fill in.
@Generable(description: "A short trip.")
struct DemoTrip {
    @Guide(description: "A title of three words.")
    var title: String
    @Guide(description: "The days, in order.", .count(2))
    var days: [DemoDay]
}

/// A day of the trip.
@Generable
struct DemoDay {
    @Guide(description: "The part of the city.")
    var quarter: String
    @Guide(description: "What to do there.", .count(1...3))
    var activities: [String]
}
