/// The members of a JSON object in the order they were written.
///
/// A key that stands more than once is kept as often; looking it up gives the last, as most parsers do.
public struct JSONObject: Sendable, RandomAccessCollection, Hashable {
    /// One member.
    public struct Member: Sendable, Hashable {
        public var key: String
        public var value: JSONValue
        public init(key: String, value: JSONValue) {
            self.key = key
            self.value = value
        }
    }
    private var members: [Member]

    init(members: [Member]) { self.members = members }

    public init(_ members: some Sequence<Member> = []) { self.members = Array(members) }

    public var startIndex: Int { members.startIndex }
    public var endIndex: Int { members.endIndex }
    public subscript(position: Int) -> Member {
        get { members[position] }
        set { members[position] = newValue }
    }
    public subscript(key: String) -> JSONValue? {
        get { members.last { $0.key.utf8.elementsEqual(key.utf8) }?.value }
        set {
            let index = members.lastIndex { $0.key.utf8.elementsEqual(key.utf8) }
            switch (index, newValue) {
            case (let index?, let value?): members[index].value = value
            case (nil, let value?): members.append(Member(key: key, value: value))
            case (_?, nil): members.removeAll { $0.key.utf8.elementsEqual(key.utf8) }
            case (nil, nil): break
            }
        }
    }
    /// The keys in order.
    public var keys: [String] { members.map(\.key) }
}
