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
    /// - Outputs follow the calls of their round, in call order.
    /// - A message without content is left out, and so is an empty text beside others. Instructions that offer tools
    ///   and reasoning that has a signature are no empty messages. An empty prompt at the end is no history but the
    ///   question itself; it stays, for the model's backend to refuse.
    /// - Reasoning whose signature is another model's, or of no known form, is left out, and so is reasoning that nothing
    ///   follows which the model said.
    ///
    /// A transcript that needs none of it comes back as it is. A repaired one needs no repair.
    ///
    /// - Parameters:
    ///   - transcript: The transcript.
    ///   - model: The name of the model that is to read it; reasoning that it made under another name that was asked for
    ///     counts as its own. `nil` leaves all reasoning in.
    /// - Returns: The transcript to send, and one adjustment for each change.
    public static func check(
        _ transcript: Transcript, model: String?
    ) -> (transcript: Transcript, adjustments: [Adjustment]) {
        var repair = TranscriptRepair(model: model)
        let entries = repair.ordered(
            transcript.enumerated().compactMap { repair.cleaned($1, isLast: $0 == transcript.count - 1) })
        return repair.adjustments.isEmpty
            ? (transcript, []) : (Transcript(entries: entries), repair.adjustments)
    }
}
