import Foundation
import LMJSON
import LMTestSupport
import LMTransport
import Testing

@testable import LMReplay

@Suite struct ExchangeFormatTests {
    /// Exchanges of every sort: binary bodies, odd framing, breaks, no answer.
    private func everySort(seed: UInt64) -> Cassette {
        var bodies = RandomBodies(seed: seed)
        var interactions = (1...40).map { number -> Interaction in
            var request = Samples.request
            request.body = bodies.requestBody()
            let body = number % 4 == 0 ? bodies.garbage(upTo: 90) : bodies.eventStream()
            let half = body.count / 2
            let cuts = [half, body.count - half].filter { $0 > 0 }.map { Cut(byteCount: $0, milliseconds: number) }
            return Samples.interaction(
                number, request: request, body: body, cuts: cuts,
                ending: number % 7 == 0 ? Ending(.reset, failure: .truncatedBody) : Ending(.eof))
        }
        interactions.append(
            Interaction(
                number: 41, request: Samples.request, response: nil, ending: Ending(.reset, failure: .connectionRefused)
            ))
        return Samples.cassette(interactions)
    }

    // MARK: - HAR

    @Test(arguments: 0..<3)
    func `an archive gives the exchanges back to the byte`(seed: Int) throws {
        let cassette = everySort(seed: UInt64(seed))
        let archive = HARFormat.export(cassette)
        #expect(try HARFormat.cassette(from: archive).interactions == cassette.interactions)
    }

    @Test func `an archive of a browser is read, without its secrets`() throws {
        let archive = """
            {"log":{"version":"1.2","creator":{"name":"WebInspector"},"entries":[{
              "startedDateTime":"2026-11-30T10:00:00.000Z","time":5,
              "request":{"method":"POST","url":"https://api.x.ai/v1/responses?key=\(canaryKey)","headers":[
                {"name":"Authorization","value":"Bearer \(canaryKey)"},{"name":"Content-Type","value":"application/json"}],
                "cookies":[{"name":"a","value":"\(canaryKey)"}],"queryString":[{"name":"key","value":"\(canaryKey)"}],
                "postData":{"mimeType":"application/json","text":"{\\"a\\":1}"}},
              "response":{"status":200,"headers":[{"name":"content-type","value":"text/event-stream"},
                {"name":"Set-Cookie","value":"\(canaryKey)"}],
                "content":{"size":9,"mimeType":"text/event-stream","text":"data: 1\\n\\n"}}}]}}
            """
        let cassette = try HARFormat.cassette(from: Array(archive.utf8))
        #expect(!cassette.text.text.contains("CANARY"))
        let interaction = cassette.interactions[0]
        #expect(interaction.request.url == "https://api.x.ai/v1/responses?key=REDACTED")
        #expect(interaction.request.body.text == "{\"a\":1}" && interaction.response?.body.text == "data: 1\n\n")
        #expect(cassette.header.recorder == "HAR of WebInspector")
    }

    @Test(arguments: [
        "", "{", "{}", "[]", #"{"log":{"entries":[{}]}}"#,
        #"{"log":{"entries":[{"request":{"method":"GET","url":"u"}}]}}"#,
    ])
    func `what is no archive is an error`(text: String) {
        #expect(throws: ImportError.self) { try HARFormat.cassette(from: Array(text.utf8)) }
    }

    // MARK: - vcrpy

    @Test func `a cassette of vcrpy is read from its YAML and from its JSON`() throws {
        let yaml = """
            interactions:
            - request:
                body: '{"model": "grok-4.7", "input": "It''s",

                  "stream": true}'
                headers:
                  Accept:
                  - '*/*'
                  authorization:
                  - Bearer \(canaryKey)
                  content-type:
                  - application/json
                method: POST
                uri: https://api.x.ai/v1/responses
              response:
                body:
                  string: "event: a\\ndata: {\\"type\\":\\"a\\",\\"t\\":\\"\\xE9 \\U0001F600\\"}\\n\\n
                    \\ndata: folded \\
                    on\\n\\n"
                headers:
                  content-type:
                  - text/event-stream; charset=utf-8
                  set-cookie:
                  - secret
                status:
                  code: 200
                  message: OK
            - request:
                body: null
                headers: {}
                method: GET
                uri: https://h/
              response:
                body:
                  string: !!binary |
                    AAH/
                headers: {}
                status: {code: 204}
            version: 1

            """
        #expect(throws: ImportError.self) { try VCRFormat.cassette(from: Array(yaml.utf8)) }
        let block = yaml.replacing("status: {code: 204}", with: "status:\n      code: 204\n      message: null")
        let cassette = try VCRFormat.cassette(from: Array(block.utf8))
        #expect(cassette.interactions.count == 2)
        #expect(
            cassette.interactions[0].request.body.text
                == "{\"model\": \"grok-4.7\", \"input\": \"It's\",\n\"stream\": true}")
        #expect(
            cassette.interactions[0].response?.body.text
                == "event: a\ndata: {\"type\":\"a\",\"t\":\"é 😀\"}\n\n \ndata: folded on\n\n")
        #expect(cassette.interactions[0].response?.isEventStream == true)
        #expect(cassette.interactions[1].response?.body == [0, 1, 0xFF])
        #expect(!cassette.text.text.contains("CANARY") && !cassette.text.text.contains("secret"))
        let json = """
            {"version":1,"interactions":[{"request":{"method":"GET","uri":"http://h/","body":"x","headers":{"accept":["a"]}},
            "response":{"status":{"code":200,"message":"OK"},"headers":{},"body":{"string":"y"}}}]}
            """
        let fromJSON = try VCRFormat.cassette(from: Array(json.utf8)).interactions[0]
        #expect(
            fromJSON.request.body.text == "x" && fromJSON.request.headers[.accept] == "a"
                && fromJSON.response?.body.text == "y")
    }

    @Test(arguments: [
        ("a: &x 1\n", 1), ("a: 1\nb: *x\n", 2), ("a: >\n  x\n", 1), ("a: [1]\n", 1), ("a: !tag x\n", 1), ("a: 'x\n", 1),
        ("a: \"\\q\"\n", 1), ("just words\n", 1), ("a: 1\n  b: 2\n", 1), ("a: 'x' y\n", 1),
    ])
    func `YAML that is not understood is refused by its line`(text: String, line: Int) {
        do {
            let value = try SimpleYAML.parse(Array(text.utf8))
            // A plain scalar may go on in the next line; that is no error.
            #expect(value["a"]?.stringValue == "1 b: 2")
        } catch { #expect(error.line == line) }
    }

    @Test(arguments: 0..<5)
    func `no text crashes the reader of YAML`(seed: Int) {
        var random = SplitMix64(seed: UInt64(seed))
        let pieces = [
            "a:", " ", "\n", "- ", "'", "\"", "|", "\\", "x", "!!binary", "{}", "#", "  ", "\u{FEFF}", "é", ":", "---",
        ]
        for _ in 0..<500 {
            let text = (0..<Int.random(in: 0...30, using: &random)).map { _ in
                pieces[Int.random(in: 0..<pieces.count, using: &random)]
            }.joined()
            _ = try? SimpleYAML.parse(Array(text.utf8))
        }
    }

    // MARK: - Script

    @Test func `a script of curl commands sends the same requests, and holds no key`() async throws {
        let folder = try TemporaryFolder()
        var text = Samples.request
        text.body = Array("{\"a\":\"it's $HOME `x` \\n\"}".utf8)
        text.url = "http://127.0.0.1:1/v1?a='b'"
        var binary = Samples.request
        binary.body = [0, 1, 2, 0xFF, 10]
        let cassette = Samples.cassette([
            Samples.interaction(1, request: text), Samples.interaction(2, request: binary),
        ])
        folder.write(CurlScript.export(cassette, keyVariable: "KEY"), to: "script.sh")
        // A stand-in for curl writes its arguments and what is piped into it. It is a function, because a program that
        // was just written cannot be run while another test's new process still holds it open.
        let standIn = "curl() { for a in \"$@\"; do printf '%s\\0' \"$a\"; done; case \"$*\" in *@-*) cat;; esac; }"
        let process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = ["-c", standIn + "; . \"$0\"", folder.file("script.sh")]
        process.environment = ["PATH": "/usr/bin:/bin", "KEY": "the-key"]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let bytes = [UInt8](output.fileHandleForReading.readDataToEndOfFile())
        process.waitUntilExit()
        let words = bytes.split(separator: 0, omittingEmptySubsequences: false).map { Array($0).text }
        #expect(words.contains("http://127.0.0.1:1/v1?a='b'"))
        #expect(words.contains(text.body.text))
        #expect(words.contains("Authorization: Bearer the-key") && words.contains("accept: text/event-stream"))
        #expect(bytes.suffix(5) == [0, 1, 2, 0xFF, 10])
    }

    // MARK: - Report

    @Test func `a report shows what was said as text, whatever it looks like`() throws {
        let attack = #"<script>alert(1)</script>"><img src=x onerror=y>"# + "\u{202E}\u{0}"
        let payload = JSONValue.object(["type": "response.output_text.delta", "delta": .string(attack)]).text()
        var request = Samples.request
        request.body = JSONValue.object(["input": .string(attack), "instructions": .string(attack)]).bytes()
        request.url = "http://h/\(attack)"
        let interaction = Samples.interaction(
            request: request, body: Array("event: \(attack)\ndata: \(payload)\n\n".utf8), headers: Samples.eventStream)
        let page = HTMLReport.export(Samples.cassette([interaction]), name: attack).text
        #expect(!page.contains("<script") && !page.contains("<img") && !page.contains("\u{202E}"))
        #expect(page.contains("&lt;script&gt;alert(1)&lt;/script&gt;&quot;&gt;&lt;img src=x onerror=y&gt;"))
        #expect(page.contains("default-src 'none'"))
    }

    @Test func `a report shows pictures that a request holds whole, and loads nothing`() {
        func page(_ address: String) -> String {
            var request = Samples.request
            let part: JSONValue = ["type": "input_image", "image_url": .string(address)]
            request.body = JSONValue.object(["input": [["role": "user", "content": [part]]]]).bytes()
            return HTMLReport.export(Samples.cassette([Samples.interaction(request: request)]), name: "x").text
        }
        #expect(page("data:image/png;base64,AAAA").contains("src=\"data:image/png;base64,AAAA\""))
        for address in [
            "https://example.com/a.png", "javascript:alert(1)", "data:text/html;base64,AAAA",
            "data:image/svg+xml;base64,AAAA", "data:image/png;base64,AA\" onload=alert(1) x=\"",
        ] {
            #expect(!page(address).contains("<img"), "\(address)")
            #expect(page(address).contains("[input_image]"))
        }
    }

    @Test func `a report tells calls apart, folds what was said before, and reads answers that were not streamed`() {
        var request = Samples.request
        let turns: JSONValue = [
            ["role": "user", "content": "one"], ["role": "assistant", "content": "two"],
            ["role": "user", "content": "three"],
        ]
        request.body = JSONValue.object(["model": "grok-4.3", "input": turns]).bytes()
        let calls = ["Rome", "Oslo"].map { city in
            """
            data: {"type":"response.output_item.added","item":{"type":"function_call","name":"weather"}}

            data: {"type":"response.function_call_arguments.delta","delta":"{\\"city\\":\\"\(city)\\"}"}


            """
        }
        let streamed = Samples.interaction(request: request, body: Array(calls.joined().utf8))
        let whole = Samples.interaction(
            2,
            body: Array(#"{"output":[{"type":"message","role":"assistant","content":[{"text":"all of it"}]}]}"#.utf8),
            headers: [.contentType: "application/json"])
        let page = HTMLReport.export(Samples.cassette([streamed, whole]), name: "x").text
        #expect(page.contains("<pre>weather {&quot;city&quot;:&quot;Rome&quot;}</pre>"))
        #expect(page.contains("<pre>weather {&quot;city&quot;:&quot;Oslo&quot;}</pre>"))
        #expect(page.contains("2 earlier messages") && page.contains("grok-4.3 · 4 events"))
        #expect(page.contains("<b>answer</b><pre>all of it</pre>"))
    }

    @Test func `a report has the timeline, the conversation and the cost`() {
        let cuts = [
            Cut(byteCount: 79, milliseconds: 400), Cut(byteCount: 95, milliseconds: 3000),
            Cut(byteCount: 103, milliseconds: 20),
        ]
        let page = HTMLReport.export(Samples.cassette([Samples.interaction(cuts: cuts)]), name: "hello").text
        #expect(page.contains("first byte after 400 ms") && page.contains("whole after 3.42 s"))
        for kind in ["wait", "idle", "text", "end"] { #expect(page.contains("<rect class=\(kind) "), "\(kind)") }
        #expect(page.contains("<b>user</b><pre>Say hello.</pre>") && page.contains("<b>answer</b><pre>Hello</pre>"))
    }
}

extension JSONValue {
    fileprivate static func object(_ members: KeyValuePairs<String, JSONValue>) -> JSONValue {
        .object(JSONObject(members.map { .init(key: $0.key, value: $0.value) }))
    }
}
