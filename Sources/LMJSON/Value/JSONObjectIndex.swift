/// Finds the members of an object by key; of those with one key, the last.
///
/// Constant time for each look-up, however many members there are.
struct JSONObjectIndex {
    /// Up to this many members, looking at each is faster than a dictionary.
    private static let linearLimit = 8

    private let object: JSONObject
    private let table: [UnicodeText: Int]

    init(_ object: JSONObject) {
        self.object = object
        table =
            object.count > Self.linearLimit
            ? Dictionary(object.enumerated().map { (UnicodeText($1.key), $0) }, uniquingKeysWith: { _, last in last })
            : [:]
    }

    /// The position of the last member with a key.
    func position(of key: String) -> Int? {
        object.count > Self.linearLimit
            ? table[UnicodeText(key)] : object.lastIndex { UnicodeText.areEqual($0.key, key) }
    }

    /// The value of the last member with a key.
    func value(of key: String) -> JSONValue? { position(of: key).map { object[$0].value } }

    /// The positions of the members that look-ups find, in order.
    var positions: [Int] { object.indices.filter { position(of: object[$0].key) == $0 } }
}
