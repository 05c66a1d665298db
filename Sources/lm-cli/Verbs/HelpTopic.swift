import LMReplay

/// What can be read about besides commands.
enum HelpTopic: String, CaseIterable, Sendable {
    case exitCodes = "exit-codes"
    case environment, configuration, json, schema, cassettes, keys, providers, tools

    /// What the topic is about, in one line.
    var summary: String {
        switch self {
        case .exitCodes: "What the exit codes mean."
        case .environment: "The environment variables that lm-cli reads."
        case .configuration: "The files of settings, and what wins over what."
        case .json: "What --json and --events print."
        case .schema: "How --schema says which JSON the reply is to be."
        case .cassettes: "What a cassette is, and how to make and use one."
        case .keys: "Where the API key comes from, and where it goes."
        case .providers: "Whose models can be asked, and which key and address go with each."
        case .tools: "What a model can be offered to call, and how a program becomes a tool."
        }
    }

    /// The whole screen.
    func screen(width: Int) -> String {
        let title = TextWrap.lines("\(rawValue.uppercased()): \(summary)", width: width)
        return (title + body(width: width)).joined(separator: "\n") + "\n"
    }

    private func body(width: Int) -> [String] {
        switch self {
        case .exitCodes:
            return [""]
                + ExitCode.allCases.flatMap {
                    HelpText.columns(String($0.rawValue), $0.meaning, width: width, column: 8)
                }
        case .environment:
            return [""] + Self.variables.flatMap { HelpText.columns($0.name, $0.meaning, width: width) }
        case .configuration: return paragraphs(Self.configurationText, width: width)
        case .json: return paragraphs(Self.jsonText, width: width)
        case .schema: return paragraphs(Self.schemaText, width: width)
        case .cassettes: return paragraphs(Self.cassetteText, width: width)
        case .keys: return paragraphs(Self.keyText, width: width)
        case .providers: return providers(width: width)
        case .tools: return paragraphs(Self.toolText, width: width)
        }
    }

    private func providers(width: Int) -> [String] {
        paragraphs(Self.providerText, width: width) + [""]
            + Provider.all.filter { $0 != .generic }.flatMap { provider in
                let key =
                    provider.keyVariables.isEmpty
                    ? "no key" : "\(ValueKind.list(provider.keyVariables)), for \(ValueKind.list(provider.hosts))"
                let parts = [
                    provider.wire.rawValue, provider.baseURL ?? "--base-url URL", key,
                    provider.standardModel.map { "else \($0)" },
                ]
                let names = ([provider.name] + provider.aliases).joined(separator: ", ")
                return HelpText.columns(names, parts.compactMap(\.self).joined(separator: " · "), width: width)
            }
    }

    private func paragraphs(_ texts: [String], width: Int) -> [String] {
        texts.flatMap { text in
            [""]
                + (text.hasPrefix("  ")
                    ? text.split(separator: "\n").flatMap {
                        TextWrap.lines(String($0), width: width, indent: 4, keepsLeadingSpace: true)
                    } : TextWrap.lines(text, width: width))
        }
    }

    /// Every variable that the tool reads, with what it does.
    static let variables: [(name: String, meaning: String)] = [
        ("GROK_API_KEY", "The key for xAI. Sent to x.ai and its subdomains only, and only over https."),
        ("XAI_API_KEY", "The same, read where GROK_API_KEY is not set."),
        ("OPENAI_API_KEY, ANTHROPIC_API_KEY, …", "The keys of the other providers: lm-cli help providers."),
        ("LM_MODEL", "The model, where -m is not given."),
        ("LM_EFFORT", "The effort, where -e is not given."),
        ("LM_BASE_URL", "The base URL, where --base-url is not given."),
        ("LM_TIMEOUT", "Like --timeout."),
        ("LM_NO_STDIN", "Set to 1: like --no-stdin."),
        ("LM_NO_SAVE", "Set to 1: like --no-save; conversations are not kept."),
        ("LM_HOME", "One folder for all of the tool's files, in place of the XDG folders."),
        ("XDG_CONFIG_HOME, XDG_STATE_HOME, XDG_CACHE_HOME", "Where settings and keys, conversations, and caches are."),
        ("VISUAL, EDITOR", "The editor that Ctrl-G and /edit open in a chat."),
        ("TMPDIR", "Where the text is meanwhile that the editor changes."),
        ("LM_PAGER, PAGER", "What shows long texts on a terminal."),
        ("LM_COLOR", "Like --color: auto, always or never."),
        ("NO_COLOR", "Set: no colour. CLICOLOR=0 too; CLICOLOR_FORCE and FORCE_COLOR ask for it."),
        ("LM_NO_PROGRESS", "Set to 1: like --no-progress."),
        ("ACCESSIBLE", "Set to 1: plain words in place of what is drawn, for screen readers."),
        ("LM_FORCE_TTY", "Set: behave as on a terminal; a number is its width. For tests and recordings."),
        ("COLUMNS", "The width, where the terminal does not tell it."),
        ("TERM", "\"dumb\": no colour and no cursor movement."),
        ("LC_ALL, LC_CTYPE, LANG", "A locale that is not UTF-8: like --ascii."),
        ("CI, LM_CASSETTE_ALLOW_CI", "Where CI is set, cassettes are not completed, unless the other is 1."),
        ("HTTPS_PROXY, NO_PROXY", "The proxy, as curl reads them."),
    ]

    /// The variables that look like the tool's own and are not, a sentence each.
    static func unknownVariables(_ environment: Environment) -> [String] {
        let known = variables.flatMap { $0.name.split(separator: ",").map { $0.filter { $0 != " " } } }
        return environment.names.filter { $0.hasPrefix("LM_") && !known.contains($0) }.map { name in
            let near = EditDistance.suggestion(for: name, among: known)
            return "\(name) is set and means nothing." + (near.map { " Did you mean \($0)?" } ?? "")
        }
    }

    private static let configurationText = [
        "What the command line says wins over the environment, that over the project's settings, those over your own.",
        "Your settings are config.json5 in the configuration folder ($XDG_CONFIG_HOME/lm-cli, mostly ~/.config/lm-cli), or "
            + "the file that --config names. A project's are .lm-cli.json5, in the present folder or one above it up to the "
            + "root of the repository. Both are JSON5: comments, trailing commas and bare names are allowed.",
        """
          {
            model: "grok-4.3",
            effort: "high",           // left out where the model does not take it
            timeout: "2m",
            save: false,              // a switch is true or false: save: false is --no-save
            tool: ["current_time"],
            keyCommand: "op read op://Private/xAI/key",
            profiles: { quick: { model: "grok-4.20-non-reasoning", effort: "none" } },
          }
        """,
        "A setting has the name of its option in camel case: baseURL is --base-url. --profile NAME takes a set under profiles "
            + "first. A setting that is not known, or whose value does not fit, is an error with exit code 78.",
        "A project may not set baseURL, provider, keyFile, keySource, keyCommand, tool or approve, nor read instructions from "
            + "a file: its author is not you.",
        "Settings: " + ConfigurationFile.names.map(\.settingName).joined(separator: ", ") + ", keyCommand, profiles.",
    ]

    private static let jsonText = [
        "--json prints exactly one JSON value on standard output, also where the command fails; the exit code tells which.",
        "  {\"text\", \"reasoning\"?, \"toolCalls\": [{\"id\", \"name\", \"arguments\"}], \"citations\": [{\"url\", \"title\"?}], "
            + "\"finishReason\", \"rawFinishReason\"?, \"model\", \"id\", \"usage\": {\"input\", \"inputCached\", \"output\", "
            + "\"outputReasoning\", \"total\", \"costTicks\"?}, \"adjustments\": [{\"kind\", \"message\"}], \"attempts\"}",
        "  {\"error\": {\"kind\", \"message\", \"status\"?, \"code\"?, \"requestID\"?, \"retryAfter\"?, \"retryable\", \"hint\"?, "
            + "\"partial\"?}}",
        "finishReason is stop, length, toolCalls, contentFilter, error or other. costTicks are whole numbers, 10,000,000,000 "
            + "to one US dollar. input holds the cached tokens too, output those of the reasoning.",
        "--events prints one JSON object a line, each written as soon as it is known. The last is always end or error. "
            + "Readers must skip types and keys that they do not know. Each line has t, the milliseconds since the start; "
            + "--deterministic leaves out whatever differs from run to run.",
        """
          start            v (1), id, model
          reasoning.delta  text
          text.delta       text
          refusal.delta    text
          tool.call        id, name, arguments (a string where it is no valid JSON)
          tool.result      id, name, output
          citation         url, title?, start?, end?
          adjustment       kind, message
          retry            attempt, delay, kind
          usage            input, inputCached, output, outputReasoning, total, costTicks?
          end              finishReason, rawFinishReason?
          error            the members of "error" above
        """,
    ]

    private static let schemaText = [
        "With --schema the reply is JSON of the shape asked for. It is checked: standard output gets what fits, or nothing, and "
            + "the exit code is 65. With -o FILE the reply that does not fit is kept in FILE.rejected.",
        "The shape is a file, JSON Schema itself, or words:",
        """
          lm-cli ask --schema plan.json "3 days in Japan"
          lm-cli ask --schema '{"type":"object","properties":{"name":{"type":"string"}}}' "…"
          lm-cli ask --schema 'title, days: [city, activities: [str] 2..4] 1..7' "3 days in Japan"
        """,
        "The words are members with commas between them: a name, then its type where it is no text.",
        """
          name               a text; name? may be left out
          age int 0..150     int, num, bool, str; a range bounds a number
          size small|large   one of these
          tags: [str] 1..5   a list; a range counts its elements, 3 is exactly three
          days: [city, note] a list of objects
          home: {street}     an object
          title "of a book"  what it is, for the model
        """,
    ]

    private static let cassetteText = [
        "A cassette is a text file, NAME.cassette.jsonl, that holds requests and the exact bytes of their answers with "
            + "their timing. It holds no key: the recorder never sees one.",
        """
          lm-cli record -o hello.cassette.jsonl "Say hello."   record one answer
          lm-cli ask --record hello.cassette.jsonl "Say hello."   the same, as part of asking
          lm-cli record -o app.cassette.jsonl -- ./app   record what a program asks, in any language
          lm-cli replay hello.cassette.jsonl   play it, offline
          lm-cli ask --replay hello.cassette.jsonl "Say hello."   answer the same request from it, offline
          lm-cli replay app.cassette.jsonl -- ./app   answer a program from it, offline
          lm-cli serve Fixtures   answer any program from cassettes, until Ctrl-C
          lm-cli replay reply.sse   play the body of an event stream, as curl -N saves it
          lm-cli cassette verify   check the cassettes that are here
        """,
        "A bare NAME stands for NAME.cassette.jsonl in the current folder or under Fixtures/. A recording that fails "
            + "never replaces a good cassette; what it had so far is in NAME.cassette.jsonl.part.",
        "A request is answered by the recorded one that is the same in method, path and body, whatever the order of members; "
            + "each answers once. --match names what has to agree. A program that is recorded or replayed gets the base URL "
            + "in \(ValueKind.list(RecordingProxy.variables, last: "and")).",
        "--redact names a file of further rules; the default ones always apply:",
        """
          {"name": "team-1", "rules": [
            {"json": "**/user", "pseudonym": "user"},
            {"header": "idempotency-key", "replace": "KEY"},
            {"query": "team"},
            {"pattern": "[a-z]+@[a-z.]+", "pseudonym": "mail"}]}
        """,
    ]

    private static let keyText = [
        "A key from --key-file is sent to the base URL given: over https, or over plain http to this machine only. Where "
            + "there is none, the variables of the provider are read (GROK_API_KEY and then XAI_API_KEY for xAI; the others: "
            + "lm-cli help providers), for its own hosts over https only, so that another server never gets them.",
        "There is no option that takes the key itself, because every program on the machine can read the arguments of "
            + "every other. -v says where the key came from. Get a key at https://console.x.ai.",
    ]

    private static let providerText = [
        "A model's name says whose it is where only one has such names: grok-…, claude-…, gpt-…, gemini-…. PROVIDER/NAME says "
            + "it always. --provider, --wire and --base-url win over the name.",
        """
          lm-cli ask -m claude-sonnet-4-5 "hello"
          lm-cli ask -m ollama/gemma3 "hello"
          lm-cli ask --base-url http://127.0.0.1:8080/v1 --wire chat -m any "hello"
          lm-cli keys set mistral
        """,
        "A key of the environment goes to its provider's hosts only, over https. Servers on this machine need none. For each "
            + "provider: the API that is spoken, the address, the key, the model where none is named.",
    ]

    private static let toolText = [
        "ask and chat offer a model the tools that --tool names. A built-in tool only reads, and runs when it is called. A "
            + "program may do anything, so that a person is asked before each call: y runs it, n does not, a runs this tool "
            + "from now on, s shows the whole call. --approve auto runs every call, never none; without a terminal to ask on, "
            + "it is never.",
        """
          lm-cli ask --tool current_time "What time is it in Tokyo?"
          lm-cli ask --tool ./weather "Umbrella in Paris or Rome?"
          lm-cli tools run ./weather --args '{"city":"Paris"}'
        """,
        "A tool is any program that answers two calls:",
        """
          ./weather describe   prints {"name": "weather", "description": "...", "parameters": JSON Schema}
          ./weather call       reads the arguments as JSON, and prints what the model is to read
        """,
        "A program gets your environment without what looks like a key: the keys of the providers, and variables whose name "
            + "has KEY, TOKEN, SECRET, PASSWORD, CREDENTIALS or AUTH as a word. --tool-env NAME gives it one of them. It gets no "
            + "open file but its standard input, output and error.",
        "A program that ends with another code than 0 has failed: the model is told so, with what it wrote to standard error.",
    ]
}
