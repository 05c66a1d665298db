/// Finds which of a few known names a key or string is, in constant time and without making a `String` of it.
///
/// ```swift
/// enum Field: String, CaseIterable, Sendable { case type, delta }
/// let fields = JSONNameTable<Field>()
/// while let field = try reader.nextKey(in: fields) { … }
/// ```
///
/// Make it once and keep it: building it costs much more than looking something up.
public struct JSONNameTable<Name: Sendable>: Sendable {
    @usableFromInline let names: [Name]
    @usableFromInline let index: JSONNameIndex

    /// Makes a table of names and what they stand for. Of two equal names the first counts.
    public init(_ entries: KeyValuePairs<String, Name>) {
        names = entries.map(\.value)
        index = JSONNameIndex(entries.map(\.key))
    }
}

extension JSONNameTable where Name: CaseIterable & RawRepresentable, Name.RawValue == String {
    /// Makes a table of all cases, named by their raw values.
    public init() {
        names = Array(Name.allCases)
        index = JSONNameIndex(Name.allCases.map(\.rawValue))
    }
}
