/// Text that grows, and of which snapshots are taken.
///
/// Appending to a Swift string of which someone keeps a copy copies all of it. There are two strings here that take
/// turns: a snapshot hands out one of them, and by the time it is that one's turn again, a consumer that replaces each
/// snapshot with the next has let go of it. So n bytes cost O(n) whether a consumer drops each snapshot at once or
/// keeps the latest.
struct GrowingText: Sendable {
    private var front = ""
    private var back = ""
    /// What the strings do not have yet.
    private var missingInFront = ""
    private var missingInBack = ""

    mutating func append(_ text: some StringProtocol) {
        missingInFront += text
        missingInBack += text
    }

    mutating func snapshot() -> String {
        if missingInFront.isEmpty { return front }
        swap(&front, &back)
        swap(&missingInFront, &missingInBack)
        front += missingInFront
        missingInFront = ""
        return front
    }

    /// The text, after which nothing is appended.
    consuming func finished() -> String {
        front += missingInFront
        return front
    }
}
