import LMJSON
import Testing

@testable import lm_cli

@Suite struct ConfigurationTests {
    /// What would be sent, as the settings of files and the environment make it.
    private func request(
        _ tool: Tool, own: String = "{}", project: String? = nil, _ arguments: String = ""
    ) async throws -> (body: JSONValue?, outcome: Tool.Outcome) {
        let setUp = "mkdir -p \"$LM_HOME\" project/.git project/deep/er && cp own.json5 \"$LM_HOME/config.json5\""
        try tool.folder.write(own.utf8, to: "own.json5")
        if let project { try tool.folder.write(project.utf8, to: "project.json5") }
        let copy = project == nil ? "" : "&& cp project.json5 project/.lm-cli.json5"
        let outcome = try await tool.shell(
            "cd '\(tool.folder.path)' && \(setUp) \(copy) && cd project/deep/er && \"$LM\" ask -n --json --no-stdin \(arguments) hi"
        )
        return ((try? JSONValue(parsing: outcome.output))?["request"]?["body"], outcome)
    }

    @Test func `the command line wins over the environment, that over the project, that over one's own settings`()
        async throws
    {
        let own = "{ model: 'grok-4.5', temperature: 0.1, // mine\n maxTokens: 7, }"
        let project = "{ model: 'grok-4.3', temperature: 0.2 }"
        let (first, outcome) = try await request(Tool(), own: own, project: project)
        #expect(first?["model"] == "grok-4.3", "\(outcome.errors)")
        #expect(first?["temperature"] == 0.2)
        #expect(first?["max_output_tokens"] == 7)
        let (second, _) = try await request(Tool(["LM_MODEL": "grok-4.7"]), own: own, project: project)
        #expect(second?["model"] == "grok-4.7")
        let (third, _) = try await request(Tool(["LM_MODEL": "grok-4.7"]), own: own, project: project, "-m grok-4.5")
        #expect(third?["model"] == "grok-4.5")
    }

    @Test func `an effort for whatever model is left out where the model does not take it`() async throws {
        let (body, outcome) = try await request(Tool(), own: "{ effort: 'xhigh' }", "-m grok-4.5")
        #expect(body?["reasoning"]?["effort"] == nil, "\(outcome.errors)")
        #expect(try await request(Tool(), "-m grok-4.5 -e xhigh").outcome.status == 64)
    }

    @Test func `a profile wins over the rest of its file, and one that is not there is told`() async throws {
        let own = "{ model: 'grok-4.5', profiles: { quick: { model: 'grok-4.3', effort: 'low' } } }"
        let (body, _) = try await request(Tool(), own: own, "--profile quick")
        #expect(body?["model"] == "grok-4.3")
        let (_, missing) = try await request(Tool(), own: own, "--profile slow")
        #expect(missing.status == 64)
        #expect(missing.errors.contains("There are: quick."))
    }

    @Test(arguments: [
        ("{ model: ", "config.json5"), ("{ modle: 'x' }", "Did you mean model?"),
        ("{ timeout: 'fish' }", "timeout takes"),
        ("{ save: 'perhaps' }", "save takes true or false"), ("[]", "members of an object"),
        ("{ tool: [1] }", "tool takes texts"),
    ])
    func `what cannot be understood is told with the file, and nothing is done`(
        text: String, words: String
    )
        async throws
    {
        let (_, outcome) = try await request(Tool(), own: text)
        #expect(outcome.status == 78)
        #expect(outcome.errors.contains(words), "\(outcome.errors)")
        #expect(outcome.errors.contains("/config.json5"))
    }

    @Test(arguments: [
        "{ baseURL: 'https://evil.example' }", "{ keyFile: '/etc/passwd' }", "{ keyCommand: 'true' }",
        "{ tool: ['./x'] }",
        "{ approve: 'auto' }", "{ system: '@/etc/passwd' }", "{ profiles: { a: { provider: 'generic' } } }",
    ])
    func `a project does not decide where anything is sent, with which key, or what runs`(text: String) async throws {
        let (_, outcome) = try await request(Tool(), project: text, text.contains("profiles") ? "--profile a" : "")
        #expect(outcome.status == 78)
        #expect(outcome.errors.contains("a project may not set"), "\(outcome.errors)")
    }

    @Test func `help is there whatever the settings are`() async throws {
        let tool = try Tool()
        _ = try await request(tool, own: "{ broken")
        for arguments in [
            ["--version"], ["help", "configuration"], ["ask", "--help"], ["man"], ["completions", "bash"],
        ] {
            #expect(try await tool.run(arguments).status == 0)
        }
    }

    @Test func `a key command of one's own is run, and its key never shown`() async throws {
        let (_, outcome) = try await request(Tool(), own: "{ keyCommand: 'exit 3' }", "")
        #expect(outcome.status == 0, "a dry run needs no key")
        let tool = try Tool()
        _ = try await request(tool, own: "{ keyCommand: 'echo locked >&2; exit 3' }")
        let failed = try await tool.run("ask", "--no-stdin", "hi")
        #expect(failed.status == 77)
        #expect(failed.errors.contains("the key command ended with 3: locked"))
    }
}
