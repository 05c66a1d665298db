import LMReplay

extension FaultPlan {
    /// The plans of some kinds for a cassette of a test: each of its interactions by itself, at each of its events.
    ///
    /// ```swift
    /// @Test(.cassette("hello"), arguments: try FaultPlan.every(.cut, of: "hello"))
    /// ```
    ///
    /// - Parameters:
    ///   - kinds: which; all where none is given.
    ///   - name: the cassette's name, as ``CassetteTrait`` takes it.
    ///   - folder: where cassettes are.
    /// - Throws: ``CassetteError`` where the cassette cannot be read.
    public static func every(
        _ kinds: Kind..., of name: String, in folder: String? = nil, filePath: String = #filePath
    ) throws -> [FaultPlan] {
        let folder = CassetteFolder(path: folder ?? FixtureFolder.nearest(to: filePath))
        return every(kinds, of: try Cassette(contentsOf: folder.path(of: name)))
    }
}
