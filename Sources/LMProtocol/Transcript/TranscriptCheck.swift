/// Makes a transcript one that a model can be sent, and says what it changed.
///
/// A transcript is a value that anyone may edit, that a stop may have cut off, and that may come from another model.
/// Providers refuse one whose tool calls and outputs do not fit together, and one with empty messages.
public enum TranscriptCheck {
    /// What an output says for a call that has none.
    public static let missingOutput = "This call was not answered: the tool was interrupted or never run."

    /// Repairs a transcript.
    ///
    /// - An output without a call, and a second output for one call, are left out. So is a call without a name, with its
    ///   output.
    /// - A call without an output gets one that says so; where its arguments were cut off, the call is left out.
    /// - Each call is sent under an identifier that no other has, and under a name that a tool may have.
    /// - Outputs follow the calls of their round, in call order.
    /// - A message without content is left out, and so is an empty text beside others. Instructions that offer tools
    ///   and reasoning that has a signature are no empty messages. An empty prompt at the end is no history but the
    ///   question itself; it stays, for the model's backend to refuse.
    ///
    /// Whose reasoning a model can read is its backend's to know, and is not looked at here.
    ///
    /// A transcript that needs none of it comes back as it is. A repaired one needs no repair.
    ///
    /// - Parameter transcript: The transcript.
    /// - Returns: The transcript to send, and one adjustment for each change.
    public static func check(_ transcript: Transcript) -> (transcript: Transcript, adjustments: [Adjustment]) {
        var repair = TranscriptRepair()
        let entries = repair.ordered(
            transcript.enumerated().compactMap { repair.cleaned($1, isLast: $0 == transcript.count - 1) })
        return repair.adjustments.isEmpty
            ? (transcript, []) : (Transcript(entries: entries), repair.adjustments)
    }
}
