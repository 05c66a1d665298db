import LMJSON
import LMTestSupport
import Testing

@testable import lm_cli

@Suite struct AskTests {
    private func ask(
        _ arguments: [String], input: [UInt8] = [], variables: [String: String] = [:],
        _ script: @escaping @Sendable (ReceivedRequest) -> [LoopbackStep]
    ) async throws -> (outcome: Tool.Outcome, server: LoopbackServer, tool: Tool) {
        let server = try LoopbackServer(script)
        let tool = try Tool(variables)
        let address = server.url("/v1").absoluteString
        let outcome = try await tool.run(["ask", "--base-url", address, "-m", "test"] + arguments, input: input)
        return (outcome, server, tool)
    }

    @Test func `acceptance 1: the bytes on a pipe are the model's text and a line feed`() async throws {
        let (outcome, server, _) = try await ask(["hi"]) { _ in ServedReply.steps("Grüße, ", "**世界**\u{1B}[0m") }
        #expect(outcome.output == "Grüße, **世界**\u{1B}[0m\n")
        #expect(outcome.status == 0)
        #expect(outcome.errors == "")
        #expect(server.requests.count == 1)
        #expect(server.requests[0].target == "/v1/responses")
    }

    @Test func `piped text is a part of its own before the prompt`() async throws {
        let (_, server, _) = try await ask(["sum", "up"], input: Array("piped".utf8)) { _ in ServedReply.steps("ok") }
        let body = try JSONValue(parsing: server.requests[0].body)
        let text = body.text()
        let piped = try #require(text.range(of: "piped"))
        let prompt = try #require(text.range(of: "sum up"))
        #expect(piped.lowerBound < prompt.lowerBound)
    }

    @Test func `--json prints one value with the keys of the contract`() async throws {
        let (outcome, _, _) = try await ask(["--json", "hi"]) { _ in ServedReply.steps("Hel", "lo") }
        let value = try JSONValue(parsing: outcome.output)
        #expect(value["text"] == "Hello")
        #expect(value["finishReason"] == "stop")
        #expect(value["id"] == "resp_1")
        #expect(value["usage"]?["input"] == 31)
        #expect(value["usage"]?["inputCached"] == 10)
        #expect(value["usage"]?["outputReasoning"] == 2)
        #expect(value["usage"]?["costTicks"] == 11_000_000)
        #expect(value["attempts"] == 1)
    }

    @Test func `--events starts with start, has each delta, and ends with end`() async throws {
        let (outcome, _, _) = try await ask(["--events", "hi"]) { _ in ServedReply.steps("Hel", "lo") }
        let lines = try outcome.output.split(separator: "\n").map { try JSONValue(parsing: String($0)) }
        #expect(lines.first?["type"] == "start")
        #expect(lines.first?["v"] == 1)
        #expect(lines.filter { $0["type"] == "text.delta" }.map { $0["text"] } == ["Hel", "lo"])
        #expect(lines.last?["type"] == "end")
        #expect(lines.allSatisfy { $0["t"]?.intValue != nil })
    }

    @Test func `acceptance 2: the first word is written before the second has come`() async throws {
        let go = Signal()
        let stream = ServedReply.stream(["one", " two"])
        let server = try LoopbackServer { _ in
            [.streamHead] + stream[..<4].map { LoopbackStep.chunk($0) } + [.wait(go)]
                + stream[4...].map { LoopbackStep.chunk($0) } + [.lastChunk]
        }
        let tool = try Tool()
        let running = try tool.start(
            "ask", "--base-url", server.url("/v1").absoluteString, "-m", "test", "--no-stdin", "hi")
        #expect(try await running.readOutput(until: "one") == "one")
        go.fire()
        #expect(try await running.readOutput(until: "\n") == " two\n")
        #expect(try await running.wait() == 0)
        running.closeInput()
    }

    @Test func `acceptance 3: a reply that is cut appears once, and is a failure`() async throws {
        let stream = ServedReply.stream(["Once upon a", " time there"])
        let (outcome, server, _) = try await ask(["hi"]) { _ in
            [.streamHead] + stream[..<5].map { LoopbackStep.chunk($0) } + [.close]
        }
        #expect(outcome.output == "Once upon a time there\n")
        #expect(outcome.status == 74)
        #expect(outcome.errors.contains("lm-cli: the connection closed before the reply was complete (5 words)."))
        #expect(server.requests.count == 1, "what was shown cannot be taken back, so it is not asked again")
    }

    @Test func `a stream that ends without its last event is cut, too`() async throws {
        let stream = ServedReply.stream(["half"])
        let (outcome, _, _) = try await ask(["--json", "hi"]) { _ in
            [.streamHead] + stream[..<4].map { LoopbackStep.chunk($0) } + [.lastChunk]
        }
        let error = try JSONValue(parsing: outcome.output)["error"]
        #expect(error?["kind"] == "incompleteStream")
        #expect(error?["partial"] == "half")
        #expect(outcome.status == 74)
    }

    @Test func `acceptance 6: a refused port is told in under a second, with what to do`() async throws {
        let port = try LoopbackServer { _ in [.close] }.port
        let tool = try Tool()
        let outcome = try await tool.run(
            "ask", "--base-url", "http://127.0.0.1:\(port)/v1", "-m", "test", "--retries", "0", "hi")
        #expect(outcome.status == 69)
        #expect(outcome.errors.hasPrefix("lm-cli: cannot reach 127.0.0.1:\(port):"))
        #expect(outcome.errors.split(separator: "\n").count == 2)
        #expect(outcome.output == "")
    }

    @Test func `acceptance 5: a failure before the first word is tried again, visibly`() async throws {
        let (outcome, server, _) = try await ask(["--max-wait", "5", "hi"]) { request in
            request.index == 0
                ? ServedReply.document(429, "application/json", #"{"error":"slow down"}"#, ["Retry-After": "0"])
                : ServedReply.steps("ok")
        }
        #expect(outcome.output == "ok\n")
        #expect(outcome.status == 0)
        #expect(server.requests.count == 2)
        #expect(outcome.errors.contains("rate limited"))
        #expect(outcome.errors.contains("trying again in"))
    }

    @Test func `a long wait that the server asks for is told at once`() async throws {
        let (outcome, server, _) = try await ask(["hi"]) { _ in
            ServedReply.document(429, "application/json", #"{"error":"slow down"}"#, ["Retry-After": "3600"])
        }
        #expect(outcome.status == 75)
        #expect(outcome.errors.contains("Try again in 60 min."))
        #expect(server.requests.count == 1)
    }

    @Test(arguments: [
        (
            400, #"{"code":"invalid-argument","error":"Incorrect API key provided: xa***2a."}"#, 77,
            "Incorrect API key provided"
        ),
        (400, #"{"code":"invalid-argument","error":"Model not found: test"}"#, 66, "has no model \"test\""),
        (401, #"{"error":"Unauthorized"}"#, 77, "Unauthorized"),
        (403, #"{"error":"The caller does not have permission"}"#, 77, "does not have permission"),
        (422, #"{"error":"Failed to deserialize the JSON body"}"#, 65, "Failed to deserialize"),
        (500, #"{"error":"boom"}"#, 69, "boom"), (503, "", 69, "HTTP 503"),
        (402, #"{"error":"no money"}"#, 77, "no money"),
    ])
    func `what a server refuses has its exit code and its words`(
        status: Int, body: String, code: Int32, words: String
    ) async throws {
        let (outcome, _, _) = try await ask(["--retries", "0", "hi"]) { _ in
            ServedReply.document(status, "application/json", body)
        }
        #expect(outcome.status == code, "\(outcome.errors)")
        #expect(outcome.errors.contains(words), "\(outcome.errors)")
        #expect(outcome.output == "")
    }

    @Test(arguments: [
        ("text/html", "<html><body>Welcome to the proxy</body></html>", "malformedResponse", Int32(76)),
        (
            "application/json",
            #"{"code":"The service is currently unavailable","error":"Timed out waiting for first token"}"#,
            "overloaded", 69
        ),
        ("application/json", #"{"hello":1}"#, "malformedResponse", 76),
        ("text/event-stream", "", "malformedResponse", 76),
    ])
    func `an answer that is none is classified, with what was seen of it`(
        type: String, body: String, kind: String, code: Int32
    ) async throws {
        let (outcome, _, _) = try await ask(["--json", "--retries", "0", "hi"]) { _ in
            ServedReply.document(200, type, body)
        }
        let error = try JSONValue(parsing: outcome.output)["error"]
        #expect(error?["kind"]?.stringValue == kind, "\(outcome.output)")
        #expect(outcome.status == code)
        #expect(outcome.errors.hasPrefix("lm-cli: "))
    }

    @Test func `bytes that are no UTF-8 are a classified failure`() async throws {
        let (outcome, _, _) = try await ask(["--json", "--retries", "0", "hi"]) { _ in
            [.streamHead, .chunk([0xFF, 0xFE, 0x00, 0xC3, 0x28, 0x0A, 0x0A]), .lastChunk]
        }
        let error = try JSONValue(parsing: outcome.output)["error"]
        #expect(error?["kind"]?.stringValue != nil, "\(outcome.output)")
        #expect([74, 76].contains(outcome.status))
    }

    @Test func `a body whose compression is cut short is a classified failure`() async throws {
        let (outcome, _, _) = try await ask(["--json", "--retries", "0", "hi"]) { _ in
            [
                .head(200, ["Content-Type": "text/event-stream", "Content-Encoding": "gzip", "Content-Length": "12"]),
                .write([0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 0x4B, 0x4C]), .close,
            ]
        }
        let error = try JSONValue(parsing: outcome.output)["error"]
        #expect(error?["kind"] != nil)
        #expect(outcome.status != 0)
    }

    @Test func `an error inside the stream is a failed generation`() async throws {
        let (outcome, _, _) = try await ask(["--events", "--retries", "0", "hi"]) { _ in
            [
                .streamHead, .chunk(ServedReply.stream([])[0]),
                .chunk(
                    "event: error\ndata: {\"type\":\"error\",\"code\":null,\"message\":\"boom inside\",\"param\":null}\n\n"
                ),
                .lastChunk,
            ]
        }
        let last = try #require(outcome.output.split(separator: "\n").last)
        let error = try JSONValue(parsing: String(last))
        #expect(error["type"] == "error")
        #expect(error["message"]?.stringValue?.contains("boom inside") == true)
        #expect(outcome.status == 1)
    }

    @Test func `acceptance 11: nothing is sent without a prompt`() async throws {
        let (outcome, server, _) = try await ask([]) { _ in ServedReply.steps("no") }
        #expect(outcome.status == 64)
        #expect(server.requests.isEmpty)
        #expect(server.connectionCount == 0)
    }

    @Test func `acceptance 10: a standard input on which nothing comes gets a hint, and its text is still asked`()
        async throws
    {
        let server = try LoopbackServer { _ in ServedReply.steps("ok") }
        let running = try Tool().start("ask", "--base-url", server.url("/v1").absoluteString, "-m", "test", "hi")
        let hint = try await running.readErrors(until: "\n")
        #expect(hint == "· reading standard input… (Ctrl-D ends it, --no-stdin skips it)\n")
        try running.write("late")
        running.closeInput()
        #expect(try await running.readOutput(until: "\n") == "ok\n")
        #expect(try await running.wait() == 0)
        #expect(String(decoding: server.requests[0].body, as: UTF8.self).contains("late"))
    }

    @Test func `acceptance 8: a reader that goes away ends the tool silently`() async throws {
        let server = try LoopbackServer { _ in
            let line = ServedReply.delta("line\n")
            return [
                .streamHead, .chunk(ServedReply.stream([])[0]),
                .generate { Array("\(String(line.utf8.count, radix: 16))\r\n\(line)\r\n".utf8) },
            ]
        }
        let tool = try Tool()
        let outcome = try await tool.shell(
            "\"$LM\" ask --base-url \(server.url("/v1").absoluteString) -m test hi </dev/null | head -1; exit ${PIPESTATUS[0]}"
        )
        #expect(outcome.output == "line\n")
        #expect(outcome.status == 141)
        #expect(outcome.errors == "")
    }

    @Test(arguments: [(Int32(2), Int32(130)), (15, 143), (1, 129)])
    func `acceptance 13: a signal stops the reply, and what came is counted`(signal: Int32, code: Int32) async throws {
        let stream = ServedReply.stream(["three words here"])
        let server = try LoopbackServer { _ in [.streamHead] + stream[..<4].map { LoopbackStep.chunk($0) } + [.hold] }
        let running = try Tool().start(
            "ask", "--base-url", server.url("/v1").absoluteString, "-m", "test", "--no-stdin", "--events", "hi")
        let start = try await running.readOutput(until: "three words here")
        #expect(start.contains("text.delta"))
        running.signal(signal)
        let rest = try await running.readOutput(until: "nothing more")
        let last = try JSONValue(parsing: String(try #require(rest.split(separator: "\n").last)))
        #expect(last["type"] == "error")
        #expect(last["kind"] == "cancelled")
        #expect(last["partial"] == "three words here")
        #expect(try await running.wait() == code)
        #expect(
            try await running.readErrors(until: "nothing more").contains(
                "stopped — 3 words kept (lm-cli sessions show last)."))
        running.closeInput()
    }

    @Test func `--output writes the reply whole, and keeps the old file where it breaks`() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/reply.txt"
        let (whole, _, _) = try await ask(["-o", path, "hi"]) { _ in ServedReply.steps("Hello") }
        #expect(whole.status == 0)
        #expect(whole.output == "")
        #expect(folder.read("reply.txt") == Array("Hello\n".utf8))
        let stream = ServedReply.stream(["half"])
        let (cut, _, _) = try await ask(["-o", path, "hi"]) { _ in
            [.streamHead] + stream[..<4].map { LoopbackStep.chunk($0) } + [.close]
        }
        #expect(cut.status == 74)
        #expect(folder.read("reply.txt") == Array("Hello\n".utf8))
        #expect(folder.read("reply.txt.partial") == Array("half\n".utf8))
    }

    @Test func `--dry-run shows the request and sends nothing`() async throws {
        let (outcome, server, _) = try await ask(["-n", "--temperature", "0.5", "hi"]) { _ in ServedReply.steps("no") }
        #expect(outcome.status == 0)
        #expect(outcome.output.hasPrefix("POST \(server.url("/v1/responses").absoluteString)\n"))
        #expect(outcome.output.contains("\"temperature\": 0.5"))
        #expect(server.requests.isEmpty)
    }

    @Test func `the total time is a limit of its own`() async throws {
        let stream = ServedReply.stream(["slow"])
        let (outcome, _, _) = try await ask(["--total-timeout", "300ms", "hi"]) { _ in
            [.streamHead] + stream[..<4].map { LoopbackStep.chunk($0) } + [.hold]
        }
        #expect(outcome.status == 124)
        #expect(outcome.errors.contains("--total-timeout"))
    }

    @Test func `silence is given up on after --timeout`() async throws {
        let (outcome, _, _) = try await ask(["--timeout", "300ms", "--retries", "0", "hi"]) { _ in [.hold] }
        #expect(outcome.status == 75)
        #expect(outcome.errors.contains("nothing came from 127.0.0.1"))
    }

    @Test func `no key is asked of a server of one's own, and none of xAI's is sent there`() async throws {
        let (outcome, server, _) = try await ask(["hi"], variables: ["XAI_API_KEY": canaryKey]) { _ in
            ServedReply.steps("ok")
        }
        #expect(outcome.status == 0)
        #expect(!String(decoding: server.requests[0].head, as: UTF8.self).contains(canaryKey))
    }

    @Test func `a key of a file is sent to the address given, and is never seen`() async throws {
        let folder = try TemporaryFolder()
        let file = try folder.write((canaryKey + "\n").utf8, to: "key")
        let (outcome, server, _) = try await ask(["-v", "--key-file", file, "hi"]) { _ in
            ServedReply.document(
                400, "application/json",
                #"{"code":"invalid-argument","error":"Incorrect API key provided: \#(canaryKey)."}"#)
        }
        #expect(String(decoding: server.requests[0].head, as: UTF8.self).contains("Bearer " + canaryKey))
        #expect(outcome.status == 77)
        #expect(!outcome.errors.contains(canaryKey))
        #expect(!outcome.output.contains(canaryKey))
        #expect(outcome.errors.contains("The key came from \(file)."))
    }

    @Test func `a key does not cross a network in the clear`() async throws {
        let folder = try TemporaryFolder()
        let file = try folder.write(canaryKey.utf8, to: "key")
        let outcome = try await Tool().run(
            "ask", "--base-url", "http://example.com/v1", "-m", "test", "--key-file", file, "hi")
        #expect(outcome.status == 64)
        #expect(outcome.errors.contains("is not sent to example.com over plain http"))
    }

    @Test func `without a key for xAI nothing is sent, and it says how to set one`() async throws {
        let outcome = try await Tool().run("ask", "hello")
        #expect(outcome.status == 77)
        #expect(outcome.errors.hasPrefix("lm-cli: no API key for xAI.\n"))
        #expect(outcome.errors.contains("lm-cli keys set xai"))
        #expect(outcome.errors.contains("XAI_API_KEY"))
        let json = try await Tool().run("ask", "--json", "hello")
        #expect(try JSONValue(parsing: json.output)["error"]?["kind"] == "authentication")
    }

    @Test func `every failure parses under --json, also a wrong command line`() async throws {
        for arguments in [
            ["ask", "--json", "--frob", "x"], ["--json", "nothing"], ["ask", "--json", "-f", "/nope", "x"],
        ] {
            let outcome = try await Tool().run(arguments)
            #expect(try JSONValue(parsing: outcome.output)["error"]?["message"]?.stringValue?.isEmpty == false)
            #expect(outcome.status != 0)
        }
    }

    @Test func `a model or an effort that xAI does not have is told with those that it has`() async throws {
        let server = try LoopbackServer { _ in
            ServedReply.document(
                404, "application/json",
                #"{"code":"Some requested entity was not found","error":"The model grok-4.33 does not exist."}"#)
        }
        let target = ["--base-url", server.url("/v1").absoluteString, "--provider", "xai"]
        let model = try await Tool().run(["ask", "--no-stdin", "-m", "grok-4.33", "hi"] + target)
        #expect(model.status == 66)
        #expect(model.errors.contains("has no model \"grok-4.33\" (HTTP 404: The model grok-4.33 does not exist"))
        #expect(model.errors.contains("Close: grok-4.3"))
        let effort = try await Tool().run(["ask", "--no-stdin", "-m", "4.5", "-e", "xhigh", "hi"] + target)
        #expect(effort.status == 64)
        #expect(effort.errors.hasPrefix("lm-cli: grok-4.5 takes low, medium or high, not xhigh."))
        #expect(server.requests.count == 1)
    }

    @Test func `--verbose says what was chosen and why, and which variables mean nothing`() async throws {
        let (outcome, server, _) = try await ask(
            ["-v", "-e", "low", "hi"], variables: ["LM_MODLE": "x", "LM_NO_SAVE": "1"]
        ) { _ in ServedReply.steps("ok") }
        #expect(outcome.output == "ok\n")
        #expect(
            outcome.errors.contains("· model test, effort low at \(server.url("/v1").absoluteString), over responses\n")
        )
        #expect(outcome.errors.contains("· no key is sent\n"))
        #expect(outcome.errors.contains("LM_MODLE is set and means nothing. Did you mean LM_MODEL?"))
        #expect(!outcome.errors.contains("LM_NO_SAVE"))
    }

    @Test func `a content filter has an exit code of its own, and what came is kept`() async throws {
        let filtered = ServedReply.stream(["no more"]).map {
            $0.replacing("\"type\":\"response.completed\"", with: "\"type\":\"response.incomplete\"").replacing(
                "event: response.completed", with: "event: response.incomplete"
            ).replacing(
                "\"status\":\"completed\",\"output\":[{",
                with: "\"status\":\"incomplete\",\"incomplete_details\":{\"reason\":\"content_filter\"},\"output\":[{")
        }
        let (outcome, _, _) = try await ask(["hi"]) { _ in
            [.streamHead] + filtered.map { LoopbackStep.chunk($0) } + [.lastChunk]
        }
        #expect(outcome.status == 3, "\(outcome.errors)")
        #expect(outcome.output == "no more\n")
        #expect(outcome.errors.contains("content filter"))
    }

    @Test func `acceptance 21: unknown events and fields are skipped`() async throws {
        var stream = ServedReply.stream(["ok"])
        stream.insert(
            "event: response.brand_new\ndata: {\"type\":\"response.brand_new\",\"a\":[1,{\"b\":null}]}\n\n", at: 2)
        let all = stream
        let (outcome, _, _) = try await ask(["hi"]) { _ in
            [.streamHead] + all.map { LoopbackStep.chunk($0) } + [.lastChunk]
        }
        #expect(outcome.output == "ok\n")
    }

    @Test func `no escape reaches a stream that is no terminal, and hostile text is shown on one that is`() async throws
    {
        let hostile = "\u{1B}]52;c;aGk=\u{07}\u{9B}2J **bold**"
        let (plain, _, _) = try await ask(["-u", "hi"], variables: ["TERM": "xterm-256color"]) { _ in
            ServedReply.steps("fine")
        }
        #expect(!plain.output.contains("\u{1B}"))
        #expect(!plain.errors.contains("\u{1B}"))
        let (shown, _, _) = try await ask(["hi"], variables: ["LM_FORCE_TTY": "60", "NO_COLOR": "1"]) { _ in
            ServedReply.steps(hostile)
        }
        #expect(shown.output == "␛]52;c;aGk=␇␛[2J bold\n")
    }
}
