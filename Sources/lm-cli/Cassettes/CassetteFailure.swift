import LMReplay

/// What a person sees of a cassette that cannot be read or written.
enum CassetteFailure {
    /// Runs work with cassettes, and reports what it fails with.
    static func rethrowing<Value>(_ work: () throws(CassetteError) -> Value) throws(CLIError) -> Value {
        do throws(CassetteError) { return try work() } catch { throw report(error) }
    }

    /// The report of a failure: the file, the place, the reason; then what to do.
    static func report(_ error: CassetteError) -> CLIError {
        let place = error.line.map { " line \($0)" } ?? ""
        let reason = error.reason.hasSuffix(".") ? String(error.reason.dropLast()) : error.reason
        let message = "\(error.path ?? "the cassette")\(place): \(lowercased(reason))."
        var hints = error.remedy.isEmpty ? [] : [error.remedy]
        if let whole = error.wholeInteractions, error.kind == .damaged {
            hints.append("\(whole) exchange\(whole == 1 ? "" : "s") before it \(whole == 1 ? "is" : "are") whole.")
        }
        if hints.isEmpty, error.kind == .missing {
            hints.append("Make one: lm-cli record -o NAME.cassette.jsonl PROMPT")
        }
        return CLIError(code(of: error.kind), message, hints: hints, kind: "cassette")
    }

    /// The report of a request that is not on a cassette.
    static func report(_ miss: ReplayMiss) -> CLIError {
        let lines = miss.description.split(separator: "\n").map(String.init)
        return CLIError(
            .replayMiss, "request \(miss.requestNumber) is not on \(miss.cassette ?? "the cassette").",
            hints: Array(lines.dropFirst()), kind: "replayMiss")
    }

    private static func code(of kind: CassetteError.Kind) -> ExitCode {
        switch kind {
        case .missing, .unreadable, .badName: .noInput
        case .notACassette, .damaged, .newerVersion, .tooLarge, .unfinishedRecording: .data
        case .busy, .unwritable: .cannotCreate
        case .secretFound: .negative
        case .partialRecording, .refusedRecording: .cutOff
        }
    }

    /// A sentence that goes on behind a colon; an acronym keeps its letters.
    private static func lowercased(_ sentence: String) -> String {
        let word = sentence.prefix { !$0.isWhitespace }
        guard word.dropFirst().allSatisfy({ !$0.isUppercase }) else { return sentence }
        return sentence.prefix(1).lowercased() + sentence.dropFirst()
    }
}
