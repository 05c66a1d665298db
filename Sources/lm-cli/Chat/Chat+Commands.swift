import LMGrok
import LMProtocol
import LMReplay

/// The commands of a chat.
extension Chat {
    /// Does what a command says.
    nonisolated(nonsending) func perform(_ command: SlashCommand, _ argument: String) async throws(CLIError) {
        switch command {
        case .help: showHelp()
        case .model: try await changeModel(argument)
        case .effort: try changeEffort(argument)
        case .image: attach(.image(try image(argument)))
        case .file: attach(try file(argument))
        case .attach: showAttachments()
        case .detach: try detach(argument)
        case .tools: try changeTools(argument)
        case .why: try showThoughts(argument)
        case .raw: try showReply(argument)
        case .usage: showUsage()
        case .retry: await retry(model: argument.isEmpty ? nil : argument)
        case .undo: try undo()
        case .edit: await editLastMessage()
        case .system: changeInstructions(argument)
        case .new: startAnew()
        case .save: try save(argument)
        case .open: try open(argument)
        case .export: try export(argument)
        case .copy: try copy(argument)
        case .compare: try await compare(argument)
        case .record: try await record(argument)
        case .key: showKey()
        case .quit: break
        }
    }

    private func showHelp() {
        let hasEfforts = ModelCatalogue.efforts(of: choice.name)?.isEmpty != true
        let rows = SlashCommand.allCases.filter { $0 != .effort || hasEfforts }.map { [$0.usage, $0.summary] }
        console.say(TextTable(rows: rows))
        console.say(
            lines: [
                "//text sends a slash. A path of an image attaches it. \\ or Alt-Enter goes on in a new line. Ctrl-C or Esc "
                    + "stops a reply."
            ].flatMap { TextWrap.lines($0, width: console.error.columns) })
    }

    // MARK: The model

    private nonisolated(nonsending) func changeModel(_ argument: String) async throws(CLIError) {
        let words = argument.split(separator: " ").map(String.init)
        if let name = words.first {
            return try change(
                to: choice.moved(to: name, effort: words.dropFirst().first ?? effort(for: name)))
        }
        let presets = choice.server.provider == .xai ? GrokModel.presets : []
        guard let index = await input.choose("model:", among: presets.map { "\($0.displayName) (\($0.name))" }) else {
            console.say(
                TextTable(rows: presets.map { [$0.name == choice.name ? "*" : "", $0.name, $0.displayName] }))
            return
        }
        let model = presets[index]
        let efforts = model.supportedReasoningEfforts.map(\.rawValue)
        var effort = effort(for: model.name)
        if !efforts.isEmpty, let chosen = await input.choose("effort:", among: ["the model's own"] + efforts) {
            effort = chosen == 0 ? nil : efforts[chosen - 1]
        }
        try change(to: choice.moved(to: model.name, effort: effort))
    }

    /// The present effort, where another model takes it too; else that model's own.
    private func effort(for name: String) -> String? {
        guard let effort = choice.effort, let resolved = try? ModelCatalogue.resolve(name) else { return nil }
        guard let supported = ModelCatalogue.efforts(of: resolved) else { return effort }
        return supported.contains(effort) ? effort : nil
    }

    /// Goes on with another model. Its predecessor's encrypted reasoning is of no use to it.
    private func change(to new: ModelChoice) throws(CLIError) {
        try spending?.use(new.name)
        let old = choice
        choice = new
        restart(from: session.transcript)
        var words = ["\(new.name), effort \(new.effort ?? "of the model's own choice")."]
        if !session.transcript.isEmpty, old.name != new.name {
            words.append("The conversation carries over.")
            let hasReasoning = session.transcript.contains { entry in
                if case .reasoning(let reasoning) = entry { reasoning.signature != nil } else { false }
            }
            if hasReasoning { words.append("\(old.name)'s private reasoning stays behind.") }
        }
        console.hint(words.joined(separator: " "))
    }

    private func changeEffort(_ argument: String) throws(CLIError) {
        let efforts = ModelCatalogue.efforts(of: choice.name)
        guard !argument.isEmpty else {
            let taken = efforts.map { $0.isEmpty ? "takes none" : "takes \(ValueKind.list($0))" } ?? "is not known"
            console.hint("effort: \(choice.effort ?? "the model's own"). \(choice.name) \(taken).")
            return
        }
        try change(to: choice.moved(to: choice.name, effort: argument == "default" ? nil : argument))
    }

    private func changeInstructions(_ text: String) {
        guard !text.isEmpty else {
            if case .instructions(let entry)? = session.transcript.first {
                console.say(lines: [ConversationText.words(of: entry.segments)])
            } else {
                console.hint("there are no instructions")
            }
            return
        }
        restart(from: session.transcript.instructed(text == "none" ? "" : text))
        console.hint("instructions changed from here on")
    }

    private func showKey() {
        console.hint(
            choice.server.key.source.map { "the key comes from \($0)" }
                ?? "no key is sent to \(choice.server.baseURL.host)")
    }

    // MARK: Attachments

    private func image(_ argument: String) throws(CLIError) -> ImageInput {
        guard !argument.isEmpty else {
            throw .usage("/image needs a path or an address.", hint: "Such as /image ~/cat.jpg")
        }
        return try ImageInput.load(argument, environment: invocation.environment)
    }

    private func file(_ argument: String) throws(CLIError) -> PromptParts.Part {
        guard !argument.isEmpty else { throw .usage("/file needs a path.", hint: "Such as /file notes.md") }
        let path = PathInput.path(argument, environment: invocation.environment)
        let bytes = try FileInput.read(path)
        if ImageFormat(bytes) != nil {
            return .image(try ImageInput(label: nil, name: PathInput.fileName(path), bytes: bytes))
        }
        return .text(try TextInput.text(of: bytes, named: argument), origin: .file(path))
    }

    private func showAttachments() {
        guard !attachments.isEmpty else { return console.hint("nothing is attached") }
        for (index, part) in attachments.enumerated() {
            for chip in PromptParts(parts: [part]).chips { console.hint("\(index + 1) \(chip)") }
        }
    }

    private func detach(_ argument: String) throws(CLIError) {
        guard let number = Int(argument), attachments.indices.contains(number - 1) else {
            throw .usage("/detach needs the number of an attachment.", hint: "/attach lists them.")
        }
        attachments.remove(at: number - 1)
        showAttachments()
    }

    private func changeTools(_ argument: String) throws(CLIError) {
        let words = argument.split(separator: " ").map(String.init)
        if words.count == 2, words[0] == "on" || words[0] == "off" {
            let isOn = words[0] == "on"
            if let index = tools.firstIndex(where: { $0.tool.name == words[1] }) {
                tools[index].isOn = isOn
            } else if isOn {
                tools.append((try ToolShelf.tool(words[1], environment: invocation.environment), true))
            } else {
                throw .usage("there is no tool \"\(words[1])\" here.", hint: "/tools lists them.")
            }
            restart(from: session.transcript)
        } else if !words.isEmpty {
            throw .usage(
                "/tools takes on NAME or off NAME.", hint: "A name is a built-in tool or the path of a program.")
        }
        let unlisted = ToolShelf.builtIn.filter { tool in !tools.contains { $0.tool.name == tool.name } }
        let rows =
            tools.map { [$0.isOn ? "on" : "off", $0.tool.name, $0.tool.description] }
            + unlisted.map { ["off", $0.name, $0.description] }
        console.say(TextTable(rows: rows))
    }
}
