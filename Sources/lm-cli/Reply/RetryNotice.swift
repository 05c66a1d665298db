/// A try that failed and is made again.
struct RetryNotice: Sendable, Hashable {
    /// The try that comes; the first repetition is 2.
    var attempt: Int
    /// How many tries there are at most.
    var maximumAttempts: Int
    /// How long the tool waits before it.
    var delay: Duration
    /// Why the last one failed, as one line without its end.
    var reason: String
    /// The kind of the failure, in camel case.
    var kind: String
}
