/// A key of any object, or an index of any array.
struct JSONCodingKey: CodingKey {
    let stringValue: String
    let intValue: Int?

    init(_ key: String) {
        stringValue = key
        intValue = nil
    }

    init(index: Int) {
        stringValue = "Index \(index)"
        intValue = index
    }

    init?(stringValue: String) { self.init(stringValue) }

    init?(intValue: Int) {
        stringValue = String(intValue)
        self.intValue = intValue
    }

    /// The key that Swift's convention gives to the part that a superclass encodes.
    static let `super` = JSONCodingKey("super")
}
