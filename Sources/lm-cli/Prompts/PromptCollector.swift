import LMProtocol

/// Gathers what is asked from the command line, files and standard input. Everything is read and checked before anything
/// is sent.
struct PromptCollector {
    let arguments: ParsedArguments
    let environment: Environment
    let standardInput: StandardInput
    let console: Console
    /// What stands at the addresses among the files.
    let remoteFiles: [String: [UInt8]]

    /// Makes a collector from its parts.
    init(
        arguments: ParsedArguments, environment: Environment, standardInput: StandardInput, console: Console,
        remoteFiles: [String: [UInt8]] = [:]
    ) {
        self.arguments = arguments
        self.environment = environment
        self.standardInput = standardInput
        self.console = console
        self.remoteFiles = remoteFiles
    }

    /// Makes the collector of a run of the tool.
    private init(_ invocation: Invocation, remoteFiles: [String: [UInt8]]) {
        self.init(
            arguments: invocation.arguments, environment: invocation.environment,
            standardInput: invocation.standardInput, console: invocation.console, remoteFiles: remoteFiles)
    }

    /// Gathers the parts of what a run of the tool asks, from the network too.
    nonisolated(nonsending) static func collect(_ invocation: Invocation) async throws -> PromptParts {
        var files: [String: [UInt8]] = [:]
        for name in invocation.arguments.all(.file) where RemoteFile.isAddress(name) {
            let indicator = WaitIndicator(
                "waiting for \(name)…", console: invocation.console, time: invocation.time)
            defer { indicator.stop() }
            files[name] = try await RemoteFile.read(name)
        }
        return try PromptCollector(invocation, remoteFiles: files).collect()
    }

    /// Gathers the parts. Throws where one cannot be read, and where nothing is asked.
    func collect() throws(CLIError) -> PromptParts {
        let explicit = try explicitReader()
        var piped: [UInt8] = []
        if explicit != nil || readsImplicitly { piped = try readStandardInput() }

        var prompt = PromptParts()
        if explicit == nil, !piped.isEmpty { prompt.parts.append(try pipedPart(piped)) }
        for file in arguments.all(.file) {
            prompt.parts.append(try filePart(file, piped: piped))
        }
        for argument in arguments.all(.attach) {
            prompt.parts.append(.image(try image(argument, piped: piped)))
        }
        let words = try explicit == .prompt ? TextInput.text(of: piped, named: "standard input") : promptWords
        if !words.isEmpty { prompt.parts.append(.text(words, origin: .words)) }
        try checkIsAsked(prompt, explicit: explicit)
        if explicit == nil, piped.isEmpty, readsImplicitly { sayThatInputWasEmpty() }
        return prompt
    }

    // MARK: Standard input

    /// What names standard input as its own.
    private enum Reader { case prompt, attachment, file }

    private func explicitReader() throws(CLIError) -> Reader? {
        var readers: [Reader] = arguments.words == ["-"] ? [.prompt] : []
        readers += arguments.all(.attach).filter { $0 == "-" || $0.hasSuffix("=-") }.map { _ in .attachment }
        readers += arguments.all(.file).filter { $0 == "-" }.map { _ in .file }
        guard readers.count <= 1 else {
            throw .usage(
                "\"-\" stands twice, and standard input can be read once. Nothing was sent.",
                hint: "Put one of them into a file.")
        }
        if let reader = readers.first, arguments.isOff(.stdin) {
            throw .usage(
                "\"-\" reads standard input\(reader == .prompt ? " as the prompt" : ""), which --no-stdin forbids.",
                hint: "Leave one of them out.")
        }
        return readers.first
    }

    private var readsImplicitly: Bool {
        !arguments.isOff(.stdin) && !environment.isOn("LM_NO_STDIN") && !standardInput.isTerminal
            && standardInput.kind != .closed
    }

    private func readStandardInput() throws(CLIError) -> [UInt8] {
        try standardInput.readAll {
            console.hint("reading standard input… (Ctrl-D ends it, --no-stdin skips it)")
        }
    }

    private func pipedPart(_ bytes: [UInt8]) throws(CLIError) -> PromptParts.Part {
        if ImageFormat(bytes) != nil {
            console.note("standard input is an image; sending it as an attachment")
            return .image(try ImageInput(label: nil, name: "standard input", bytes: bytes))
        }
        return .text(try TextInput.text(of: bytes, named: "standard input"), origin: .standardInput)
    }

    /// Finding nothing is worth a word where somebody redirected the input on purpose. A device such as `/dev/null` is
    /// redirected to give nothing, and programs that start others leave empty pipes and sockets, where nobody watches.
    private func sayThatInputWasEmpty() {
        let message = "standard input was empty; sending the prompt alone."
        switch standardInput.kind {
        case .file: console.warn(message)
        case .pipe where console.error.isTerminal: console.warn(message)
        default: break
        }
    }

    // MARK: What is named

    private func filePart(_ argument: String, piped: [UInt8]) throws(CLIError) -> PromptParts.Part {
        if argument == "-" {
            return .text(try TextInput.text(of: piped, named: "standard input"), origin: .standardInput)
        }
        let bytes: [UInt8]
        if let remote = remoteFiles[argument] {
            bytes = remote
        } else {
            bytes = try FileInput.read(PathInput.path(argument, environment: environment))
        }
        if let format = ImageFormat(bytes) {
            throw CLIError(
                .data, "\(argument) is a \(format.name) image, not text. Nothing was sent.",
                hint: "Attach it: -a \(ShellQuoting.quoted(argument))")
        }
        return .text(try TextInput.text(of: bytes, named: argument), origin: .file(URLText.withoutUserInfo(argument)))
    }

    private func image(_ argument: String, piped: [UInt8]) throws(CLIError) -> ImageInput {
        guard argument == "-" || argument.hasSuffix("=-") else {
            return try ImageInput.load(argument, environment: environment)
        }
        let label = argument == "-" ? nil : String(argument.dropLast(2))
        return try ImageInput(label: label, name: "standard input", bytes: piped)
    }

    private var promptWords: String {
        (arguments.all(.prompt) + arguments.words).joined(separator: " ")
    }

    private func checkIsAsked(_ prompt: PromptParts, explicit: Reader?) throws(CLIError) {
        guard prompt.parts.isEmpty else { return }
        let usage = "Usage: \(HelpText.usageLines(of: arguments.path)[0])"
        if explicit != nil || readsImplicitly {
            throw .usage("there is no prompt, and standard input was empty. Nothing was sent.", hint: usage)
        }
        throw .usage("there is no prompt. Nothing was sent.", hint: usage)
    }
}
