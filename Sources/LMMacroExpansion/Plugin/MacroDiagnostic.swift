/// An error, a warning or a note with the place that it speaks of.
struct MacroDiagnostic: Equatable {
    enum Severity: String {
        case error, warning
        /// What to do about something that the compiler says itself.
        case note
    }

    /// A correction that an editor offers.
    struct FixIt: Equatable {
        var message: String
        /// What to replace, counted as `range` is.
        var range: Range<Int>
        var replacement: String
    }

    var severity: Severity
    /// What is wrong and what to do.
    var message: String
    /// The place, in UTF-8 bytes from the start of the declaration's text.
    var range: Range<Int>
    var fixIt: FixIt?

    static func error(_ message: String, at range: Range<Int>, fixIt: FixIt? = nil) -> MacroDiagnostic {
        MacroDiagnostic(severity: .error, message: message, range: range, fixIt: fixIt)
    }
}

extension [MacroDiagnostic] {
    var containsError: Bool { contains { $0.severity == .error } }

    mutating func error(_ message: String, at range: Range<Int>, fixIt: MacroDiagnostic.FixIt? = nil) {
        append(.error(message, at: range, fixIt: fixIt))
    }

    mutating func warning(_ message: String, at range: Range<Int>) {
        append(MacroDiagnostic(severity: .warning, message: message, range: range))
    }
}
