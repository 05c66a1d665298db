/// The integers of the standard library, which are coded as JSON numbers without going through another type.
protocol ExactInteger: FixedWidthInteger {}

extension Int: ExactInteger {}
extension Int8: ExactInteger {}
extension Int16: ExactInteger {}
extension Int32: ExactInteger {}
extension Int64: ExactInteger {}
extension Int128: ExactInteger {}
extension UInt: ExactInteger {}
extension UInt8: ExactInteger {}
extension UInt16: ExactInteger {}
extension UInt32: ExactInteger {}
extension UInt64: ExactInteger {}
extension UInt128: ExactInteger {}
