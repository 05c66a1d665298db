import LMJSON
import LMProtocol
import LMReplay

/// What a chat writes and reads.
extension Chat {
    /// Starts a new conversation with the same model.
    func startAnew() {
        change(to: draft.map { SessionDraft(store: $0.store) })
        console.hint("a new conversation")
    }

    /// Gives the conversation a name.
    func save(_ title: String) throws(CLIError) {
        guard !title.isEmpty else { throw .usage("/save needs a name.", hint: "Such as /save holiday plans") }
        guard let draft else { throw .usage("this conversation is not kept (--no-save).") }
        rename(TextSanitizer.line(title, limit: 100))
        console.hint("kept as \"\(title)\": lm-cli chat -r \(draft.id)")
    }

    /// Goes on with another conversation; without a name, lists the last ones.
    func open(_ name: String) throws(CLIError) {
        let store = SessionStore(environment: invocation.environment)
        guard !name.isEmpty else {
            for problem in store.problems { console.warn(problem) }
            let rows = store.headings().suffix(10).map { [$0.id, $0.model, $0.title] }
            if rows.isEmpty {
                console.say(lines: ["No conversation is kept yet."])
            } else {
                console.say(TextTable(rows: rows))
            }
            return
        }
        let conversation = try store.load(store.resolve(name))
        change(to: SessionDraft(store: store, origin: conversation))
        console.hint(
            "going on with \"\(conversation.heading.title)\", \(conversation.heading.turns) turns, with \(choice.name)")
    }

    /// Writes the conversation to a file.
    func export(_ path: String) throws(CLIError) {
        guard path.hasSuffix(".md") || path.hasSuffix(".json") else {
            throw .usage("/export needs a file that ends in .md or .json.", hint: "Such as /export chat.md")
        }
        let store = SessionStore(environment: invocation.environment)
        let conversation = (draft ?? SessionDraft(store: store)).saved(
            session.transcript, choice: choice, usage: nil, ending: lastEnding)
        try write(
            path.hasSuffix(".md") ? ConversationText.markdown(of: conversation) : json(of: conversation), to: path)
        console.hint("written to \(path)")
    }

    private func json(of conversation: SavedConversation) throws(CLIError) -> String {
        do {
            var object = conversation.heading.json.objectValue ?? JSONObject()
            object["transcript"] = try JSONValue.encoding(conversation.transcript)
            return JSONValue.object(object).text(.pretty) + "\n"
        } catch {
            throw CLIError(.software, "the conversation cannot be written as JSON: \(error).")
        }
    }

    private func write(_ text: String, to name: String) throws(CLIError) {
        let path = PathInput.path(name, environment: invocation.environment)
        try FileOutput.write(Array(text.utf8), to: path)
    }

    /// Copies a reply to the clipboard, through the terminal, or to a file.
    func copy(_ argument: String) throws(CLIError) {
        var words = argument.split(separator: " ").map(String.init)
        let number = words.first.flatMap { Int($0) } != nil ? words.removeFirst() : ""
        let text = try replyText(number)
        if let path = words.first {
            try write(text.hasSuffix("\n") ? text : text + "\n", to: path)
            console.hint("written to \(path)")
            return
        }
        guard console.output.isTerminal else {
            throw .usage("/copy needs a file here.", hint: "Such as /copy reply.md")
        }
        // The terminal itself puts the text on the clipboard, also over ssh. Nothing but this command ever asks it to.
        console.draw("\u{1B}]52;c;\(Base64Text.encoded(Array(text.utf8)))\u{07}")
        console.hint("copied, if the terminal allows it")
    }

    private func replyText(_ number: String) throws(CLIError) -> String {
        let replies = session.transcript.compactMap { entry -> String? in
            if case .response(let response) = entry { ConversationText.words(of: response.segments) } else { nil }
        }
        guard !replies.isEmpty else { throw .usage("there is no reply yet.") }
        let index = number.isEmpty ? replies.count : Int(number) ?? 0
        guard replies.indices.contains(index - 1) else {
            throw .usage("there is no reply \(number).", hint: "There are \(replies.count).")
        }
        return replies[index - 1]
    }

    // MARK: Recording

    /// Begins or ends a recording.
    nonisolated(nonsending) func record(_ argument: String) async throws(CLIError) {
        guard argument != "stop" else { return await stopRecording() }
        guard !argument.isEmpty else {
            throw .usage(
                "/record needs a cassette, or stop.",
                hint: recorder.map { "Recording to \($0.path)." } ?? "Such as /record chat")
        }
        await stopRecording()
        guard case .recording(let recorder, let path) = try RecordingEnd.route(argument, replaces: false) else {
            return
        }
        self.recorder = (recorder, path)
        transport.change(to: recorder.transport(over: NetworkTransport()))
        console.hint("recording to \(path); /record stop ends it")
    }

    /// Ends the recording, where there is one.
    nonisolated(nonsending) func stopRecording() async {
        guard let (recorder, path) = recorder else { return }
        self.recorder = nil
        transport.change(to: NetworkTransport())
        do throws(CassetteError) {
            let receipt = try await recorder.finish()
            let count = receipt.interactions
            console.hint("\(count) exchange\(count == 1 ? "" : "s"), \(ByteCount.readable(receipt.bytes)) → \(path)")
        } catch {
            console.report(CassetteFailure.report(error))
        }
    }

    // MARK: Comparing

    /// Asks two models the last message, and goes on with the reply that the person chooses.
    nonisolated(nonsending) func compare(_ argument: String) async throws(CLIError) {
        let names = argument.split(separator: " ").map(String.init)
        guard names.count == 2 else { throw .usage("/compare needs two models.", hint: "Such as /compare 4.3 4.7") }
        guard let prompt = session.transcript.lastPrompt else { throw .usage("nothing was asked yet.") }
        let before = session.transcript.beforeLastPrompt
        var sessions: [(choice: ModelChoice, transcript: Transcript)] = []
        for name in names {
            choice = try choice.moved(to: name, effort: nil)
            console.hint("── \(choice.name)")
            restart(from: before)
            await reply(to: Prompt(segments: prompt.segments))
            sessions.append((choice, session.transcript))
        }
        let chosen = await input.choose("go on with:", among: sessions.map(\.choice.name)) ?? 1
        choice = sessions[chosen].choice
        restart(from: sessions[chosen].transcript)
        keep(nil)
        console.hint("going on with \(choice.name)")
    }
}
