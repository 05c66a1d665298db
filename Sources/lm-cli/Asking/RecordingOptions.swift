import LMReplay

/// The options that the commands share which record.
enum RecordingOptions {
    /// What is done about a cassette that is there.
    enum Mode: String, CaseIterable, Sendable {
        /// It is kept, and nothing is recorded.
        case new
        /// It answers what it can, and gets what it lacks.
        case missing
        /// It is replaced, once the new one is whole.
        case all
    }

    static let mode = OptionSpec(
        .mode, .value("how", .choice(Mode.allCases.map(\.rawValue))),
        "new, missing (replay what is there, record the rest) or all.", default: "new")
    static let force = OptionSpec(.force, .on, "Replace an existing cassette, once the new one is whole.")
    static let keepPartial = OptionSpec(.keepPartial, .on, "Keep a recording whose stream broke, marked as such.")
    static let redact = OptionSpec(
        .redact, .value("policy", .file), "Further redaction rules: a file. The default rules always apply.")

    /// The mode that the options ask for.
    static func mode(_ arguments: ParsedArguments) -> Mode {
        arguments.value(.mode).flatMap(Mode.init) ?? (arguments.isOn(.force) ? .all : .new)
    }

    /// The redaction that the options ask for.
    static func redaction(_ invocation: Invocation) throws(CLIError) -> Redaction {
        guard let name = invocation.arguments.value(.redact) else { return .standard }
        let path = PathInput.path(name, environment: invocation.environment)
        let bytes = try FileInput.read(path, verb: "recorded")
        do throws(RedactionPolicyError) {
            return try Redaction(policy: bytes)
        } catch {
            throw CLIError(.data, "\(path) is no redaction policy: \(error)", hint: "See: lm-cli help cassettes")
        }
    }

    /// How to record, as the options say.
    static func recorder(_ invocation: Invocation) throws(CLIError) -> CassetteRecorder.Options {
        CassetteRecorder.Options(
            recorder: "swift-lm \(ProductVersion.text)", redaction: try redaction(invocation),
            keepsPartial: invocation.arguments.isOn(.keepPartial))
    }

    /// Throws where a cassette is there that is to be kept.
    static func check(_ path: String, _ mode: Mode) throws(CLIError) {
        guard mode == .new, FileDescriptor.exists(path) else { return }
        throw CLIError(
            .cannotCreate, "\(path) is there already. Nothing was sent.",
            hint: "Replace it with --force, add to it with --mode missing, or name another file.")
    }
}
