import LMReplay

extension CassetteTransport {
    @TaskLocal static var scoped: CassetteTransport?

    /// The transport of the test that is running, which its ``CassetteTrait`` made.
    ///
    /// - Throws: ``MissingCassetteTrait`` where the test and its suites have no such trait.
    public static var current: CassetteTransport {
        get throws(MissingCassetteTrait) {
            guard let scoped else { throw MissingCassetteTrait() }
            return scoped
        }
    }
}

/// A test asked for its cassette and has none.
public struct MissingCassetteTrait: Error, Sendable, Hashable, CustomStringConvertible {
    /// What to do.
    public var description: String {
        "This test has no cassette. Give it one: @Test(.cassette(\"name\"))."
    }
}
