import LMReplay
import Testing

extension CassetteTransport {
    @TaskLocal static var scoped: CassetteTransport?

    /// The transport of the test that is running, which its ``CassetteTrait`` made.
    ///
    /// - Throws: ``MissingCassetteTrait`` where the test and its suites have no such trait, or where the task that asks
    ///   is none of the test's: a detached task inherits nothing.
    public static var current: CassetteTransport {
        get throws(MissingCassetteTrait) {
            if let scoped { return scoped }
            throw MissingCassetteTrait(isDetached: Test.current == nil && CassetteRuns.ofProcess.isInUse)
        }
    }
}

/// A test asked for its cassette and has none.
public struct MissingCassetteTrait: Error, Sendable, Hashable, CustomStringConvertible {
    /// Whether the task that asked belongs to no test, while a test with a cassette is running.
    public var isDetached = false

    /// What to do.
    public var description: String {
        isDetached
            ? "This task does not know the test's cassette: a detached task, a thread or a callback does not inherit it. "
                + "Take it in the test, let transport = try CassetteTransport.current, and hand it in."
            : "This test has no cassette. Give it one: @Test(.cassette(\"name\"))."
    }
}
