/// The members of a JSON object in the order they were written.
///
/// A key that stands more than once is kept as often; looking it up gives the last, as most parsers do. Keys are told
/// apart by their unicode scalars, so that the precomposed and the decomposed form of a letter are two keys. Two objects
/// are equal if they have equal members in the same order; compare canonical forms (``JSONStyle/canonical``)
/// where order is nothing.
///
/// Looking up a key takes time in proportion to the number of members.
public struct JSONObject: Sendable, Hashable {
    /// One member.
    public struct Member: Sendable {
        /// The key.
        public var key: String
        /// The value.
        public var value: JSONValue

        /// Makes a member.
        public init(key: String, value: JSONValue) {
            self.key = key
            self.value = value
        }
    }

    private(set) var members: [Member]

    init(members: [Member]) { self.members = members }

    /// Makes an object of members in their order.
    public init(_ members: some Sequence<Member> = []) { self.members = Array(members) }

    /// The value of the last member with a key.
    ///
    /// Setting a value replaces that of the last such member, or appends one; setting `nil` removes all of them.
    public subscript(key: String) -> JSONValue? {
        get { lastIndex(of: key).map { members[$0].value } }
        set {
            switch (lastIndex(of: key), newValue) {
            case (let index?, let value?): members[index].value = value
            case (nil, let value?): members.append(Member(key: key, value: value))
            case (_?, nil): members.removeAll { UnicodeText.areEqual($0.key, key) }
            case (nil, nil): break
            }
        }
    }

    /// The keys in order.
    public var keys: [String] { members.map(\.key) }

    /// Appends a member, whether or not its key is there already, in constant time.
    public mutating func append(key: String, value: JSONValue) { members.append(Member(key: key, value: value)) }

    private func lastIndex(of key: String) -> Int? {
        members.lastIndex { UnicodeText.areEqual($0.key, key) }
    }
}

extension JSONObject: RandomAccessCollection, MutableCollection {
    /// Iterates over the members in order.
    public func makeIterator() -> IndexingIterator<[Member]> { members.makeIterator() }
    /// The position of the first member.
    public var startIndex: Int { members.startIndex }
    /// The position after the last member.
    public var endIndex: Int { members.endIndex }
    /// The member at a position.
    public subscript(position: Int) -> Member {
        get { members[position] }
        set { members[position] = newValue }
    }
}

extension JSONObject.Member: Hashable {
    /// Whether keys and values are equal.
    public static func == (left: JSONObject.Member, right: JSONObject.Member) -> Bool {
        UnicodeText.areEqual(left.key, right.key) && left.value == right.value
    }

    /// Hashes key and value.
    public func hash(into hasher: inout Hasher) {
        UnicodeText.hash(key, into: &hasher)
        hasher.combine(value)
    }
}
