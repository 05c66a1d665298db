import Foundation
import LMTransport
import Testing

@testable import LMReplay

/// What stands under the name of a secret, and wherever else it stands.
@Suite struct NamedSecretTests {
    private static let secret = "q7Zp-Wm4_Kx9.Rt2"

    private func redacted(
        _ body: String, type: String? = "application/json", url: String = "https://h/v1", response: String = ""
    ) -> (request: String, url: String, response: String) {
        var redactor = Redactor(.standard)
        var headers = RecordedRequestHeaders()
        headers[.contentType] = type
        let request = redactor.redact(
            RecordedRequest(method: "POST", url: url, headers: headers, body: Array(body.utf8)))
        let answer = redactor.redact(
            RecordedResponse(
                status: 200, headers: RecordedHeaders(keeping: [.contentType: "application/json"]),
                body: Array(response.utf8)))
        return (request.body.text, request.url, answer.body.text)
    }

    @Test(arguments: [
        "access_token", "refresh_token", "client_secret", "password", "accessToken", "Refresh-Token", "api_key",
        "apiKey", "authorization_token", "passwd", "id_token", "Authorization", "secret_key",
    ])
    func `a member with the name of a secret is redacted`(name: String) {
        let secret = Self.secret
        for (body, expected) in [
            ("{\"\(name)\":\"\(secret)\"}", "{\"\(name)\":\"REDACTED\"}"),
            ("{\"a\":[{\"\(name)\" : \"s\"}],\"b\":1}", "{\"a\":[{\"\(name)\" : \"REDACTED\"}],\"b\":1}"),
            ("{\"\(name)\":12345678}", "{\"\(name)\":\"REDACTED\"}"),
            ("{\"\(name)\":\"a\\\"b\\\\\",\"x\":1}", "{\"\(name)\":\"REDACTED\",\"x\":1}"),
            // In JSON inside a string, and in one that is cut short.
            (
                #"{"arguments":"{\"\#(name)\":\"\#(secret)\",\"x\":1}"}"#,
                #"{"arguments":"{\"\#(name)\":\"REDACTED\",\"x\":1}"}"#
            ),
            (
                #"{"a":"{\"b\":\"{\\\"\#(name)\\\":\\\"s\\\"}\"}"}"#,
                #"{"a":"{\"b\":\"{\\\"\#(name)\\\":\\\"REDACTED\\\"}\"}"}"#
            ),
            ("{\"\(name)\":\"\(secret)", "{\"\(name)\":\"REDACTED"),
            ("{\"\(name)\":null,\"x\":true}", "{\"\(name)\":null,\"x\":true}"),
            ("{\"\(name)\":{\"value\":\"\(secret)\",\"n\":1}}", "{\"\(name)\":{\"value\":\"REDACTED\",\"n\":1}}"),
            ("{\"\(name)\":{\"type\":\"string\"}}", "{\"\(name)\":{\"type\":\"string\"}}"),
        ] {
            #expect(redacted(body).request == expected)
        }
    }

    @Test(arguments: [
        #"{"max_tokens":5,"token":"Hello","key":"value","code":"invalid","signature":"abcdefgh"}"#,
        #"{"prompt_cache_key":"k-12345678","sequence_number":1}"#, #"{"tokens":["password"]}"#,
        #"{"text":"The password: is \"x\""}"#, #"{"required":["password"],"password_hint":"none there"}"#,
    ])
    func `other members stay as they are`(body: String) { #expect(redacted(body).request == body) }

    @Test func `fields of a form and parts of a multipart body are redacted`() {
        #expect(
            redacted(
                "grant_type=x&client_secret=a%2Bb&code=abcdefgh&x=1&refresh_token=",
                type: "application/x-www-form-urlencoded"
            ).request == "grant_type=x&client_secret=REDACTED&code=REDACTED&x=1&refresh_token=")
        #expect(redacted("password=hunter2&a=b", type: nil).request == "password=REDACTED&a=b")
        let part = "--B\r\nContent-Disposition: form-data; name=\"client_secret\"\r\n\r\nhunter2\r\n--B--\r\n"
        #expect(
            redacted(part, type: "multipart/form-data; boundary=B").request
                == part.replacing("hunter2", with: "REDACTED"))
    }

    @Test func `a value that is redacted is taken out wherever it stands`() {
        let secret = "a+b/c=d:\"e\"12"
        let percent = "a%2Bb%2Fc%3Dd%3A%22e%2212"
        let result = redacted(
            "{\"note\":\"a+b/c=d:\\\"e\\\"12\"}", url: "https://h/v1/\(percent)?api_key=\(percent)",
            response: "{\"echo\":\"a+b\\/c=d:\\\"e\\\"12\",\"url\":\"/x?\(percent)\",\"plain\":\"\(secret.prefix(3))\"}"
        )
        #expect(result.request == "{\"note\":\"REDACTED\"}")
        #expect(result.url == "https://h/v1/REDACTED?api_key=REDACTED")
        #expect(result.response == "{\"echo\":\"REDACTED\",\"url\":\"/x?REDACTED\",\"plain\":\"a+b\"}")
        // A word of a schema is no secret elsewhere.
        #expect(
            redacted(#"{"password":"required","a":"required"}"#).request == #"{"password":"REDACTED","a":"required"}"#)
    }

    @Test func `a secret that was redacted matches on replay`() async throws {
        let folder = try TemporaryFolder()
        let path = folder.file("x.cassette.jsonl")
        let recorder = try CassetteRecorder(path: path, options: .init(settling: .zero))
        let upstream = ScriptedTransport(
            headers: [.contentType: "application/json"],
            [.chunk(Array("{\"access_token\":\"\(Self.secret)\",\"for\":\"k-123456789\"}".utf8))])
        let requests = ["{\"password\":\"k-123456789\"}", "{\"use\":\"\(Self.secret)\"}"]
        for body in requests {
            _ = try await recorder.transport(over: upstream).send(.sample(body: body)).body.collect()
        }
        try await recorder.finish()
        let text = try #require(folder.contents("x.cassette.jsonl")?.text)
        #expect(!text.contains(Self.secret) && !text.contains("k-123456789"))
        let replay = try ReplayTransport(Cassette(contentsOf: path))
        let first = try await replay.send(.sample(body: requests[0])).body.collect().bytes.text
        #expect(first == "{\"access_token\":\"REDACTED\",\"for\":\"REDACTED\"}")
        _ = try await replay.send(.sample(body: "{\"use\":\"REDACTED\"}"))
        try replay.verifyUsed()
    }

    @Test func `a secret that is known only later is taken out of what was written before`() async throws {
        let folder = try TemporaryFolder()
        let recorder = try CassetteRecorder(path: folder.file("x.cassette.jsonl"), options: .init(settling: .zero))
        let upstream = ScriptedTransport([.chunk(Samples.body)])
        for body in ["{\"use\":\"\(Self.secret)\"}", "{\"password\":\"\(Self.secret)\"}"] {
            _ = try await recorder.transport(over: upstream).send(.sample(body: body)).body.collect()
        }
        try await recorder.finish()
        #expect(folder.names == ["x.cassette.jsonl"])
        #expect(folder.contents("x.cassette.jsonl")?.text.contains(Self.secret) == false)
    }

    @Test(arguments: [
        ("cookie", "a=b; session=%"), ("proxy-authorization", "Bearer %"), ("ocp-apim-subscription-key", "%"),
        ("x-functions-key", "%"), ("x-rapidapi-key", "%"), ("x-api-key", "%"), ("authorization", "Token %"),
        ("x-goog-api-key", "%"), ("x-amz-security-token", "%"),
    ])
    func `what a request carries as a credential is looked for in every form`(
        field: (name: String, value: String)
    ) async throws {
        let folder = try TemporaryFolder()
        var encoded: [UInt8] = []
        Base64.append(Self.secret.utf8, to: &encoded)
        for echo in [Self.secret, encoded.text, Self.secret.utf8.map { String($0, radix: 16) }.joined()] {
            let recorder = try CassetteRecorder(path: folder.file("x.cassette.jsonl"), options: .init(settling: .zero))
            let upstream = ScriptedTransport(
                headers: [.contentType: "text/plain"], [.chunk(Array("you sent \(echo)".utf8))])
            var request = HTTPRequest.sample()
            let name = try #require(HTTPFieldName(field.name))
            request.headers.append(name, field.value.replacing("%", with: Self.secret))
            _ = try await recorder.transport(over: upstream).send(request).body.collect()
            let error = await #expect(throws: CassetteError.self) { try await recorder.finish() }
            #expect(error?.kind == .secretFound, "\(field.name): \(echo)")
            #expect(folder.names == [])
        }
    }

    @Test func `basic credentials are looked for as what they are made of`() {
        let secrets = Credential("authorization", "Basic dXNlcjpodW50ZXIyLXNlY3JldA==").secrets
        #expect(secrets.contains("hunter2-secret") && secrets.contains("dXNlcjpodW50ZXIyLXNlY3JldA=="))
    }

    // MARK: - Streams

    private func stream(_ payloads: [String]) -> [UInt8] {
        Array(payloads.map { "data: \($0)\n\n" }.joined().utf8)
    }

    private static let splits: [(String, [String])] = [
        ("responses", [#"{"type":"response.output_text.delta","delta":"%"}"#]),
        ("chat", [#"{"choices":[{"index":0,"delta":{"content":"%"}}]}"#]),
        ("chat reasoning", [#"{"choices":[{"index":0,"delta":{"reasoning_content":"%"}}]}"#]),
        (
            "chat calls, interleaved",
            [
                #"{"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"function":{"arguments":"%"}}]}}]}"#,
                #"{"choices":[{"index":0,"delta":{"tool_calls":[{"index":1,"function":{"arguments":"x"}}]}}]}"#,
            ]
        ),
        ("messages", [#"{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"%"}}"#]),
        ("messages json", [#"{"type":"content_block_delta","index":0,"delta":{"partial_json":"%"}}"#]),
        ("gemini", [#"{"candidates":[{"content":{"parts":[{"text":"%"}]},"index":0}]}"#]),
        ("text", ["%"]),
    ]

    @Test(arguments: splits)
    func `a key that is cut between events is found`(wire: (name: String, payloads: [String])) {
        for cut in [1, 7, 15] {
            let parts = [Self.secret.prefix(cut), Self.secret.dropFirst(cut)]
            let body = stream(parts.flatMap { part in wire.payloads.map { $0.replacing("%", with: part) } })
            let text = Samples.cassette([Samples.interaction(body: body)]).text
            let hits = SecretScan(keys: [Credential(bearer: Self.secret)]).hits(in: text)
            #expect(hits.map(\.rule) == ["live-key (plain), over several events"], "\(wire.name), \(cut)")
            // In another framing the events are kept as they are, and read all the same.
            let other = Array(body.text.replacing("\n", with: "\r\n").utf8)
            let raw = Samples.cassette([Samples.interaction(body: other)]).text
            #expect(!SecretScan(keys: [Credential(bearer: Self.secret)]).hits(in: raw).isEmpty, "\(wire.name), raw")
        }
    }

    @Test func `shapes and base64 are found across events, and what is apart is not joined`() {
        let key = "xai-" + String(repeating: "aB3", count: 10)
        let parts = [key.prefix(9), key.dropFirst(9)]
        let body = stream(parts.map { "{\"type\":\"t\",\"delta\":\"\($0)\"}" })
        #expect(
            SecretScan().hits(in: Samples.cassette([Samples.interaction(body: body)]).text).map(\.rule)
                == ["xai-key, over several events"])
        let apart =
            [Samples.interaction(1, body: stream(["{\"delta\":\"\(parts[0])\"}"]))]
            + [Samples.interaction(2, body: stream(["{\"delta\":\"\(parts[1])\"}"]))]
        #expect(SecretScan().hits(in: Samples.cassette(apart).text).isEmpty)
    }

    @Test func `a secret in arguments that come in pieces is redacted`() async throws {
        let pieces = [#"{\"pass"#, #"word\":\"hun"#, #"ter2-s3cret\",\"x\":1}"#]
        let body = stream(
            pieces.map { #"{"type":"content_block_delta","index":1,"delta":{"partial_json":"\#($0)"}}"# }
                + [#"{"type":"message_stop"}"#])
        var redactor = Redactor(.standard)
        let response = redactor.redact(
            RecordedResponse(status: 200, headers: RecordedHeaders(keeping: Samples.eventStream), body: body),
            isRecorded: true)
        #expect(!response.body.text.contains("hun") && !response.body.text.contains("ter2"))
        #expect(response.body.text.contains("REDACTED") && response.body.text.contains(#"\",\"x\":1}"#))
    }

    @Test func `hexadecimal in any case and base64 in lines are found`() {
        let key = "the0live0key0of0no0shape0and0of0some0length"
        let scan = SecretScan(keys: [Credential(bearer: key)])
        let hex = key.utf8.enumerated().map { index, byte in
            let text = String(byte, radix: 16)
            return index % 2 == 0 ? text.uppercased() : text
        }.joined()
        var encoded: [UInt8] = []
        Base64.append(key.utf8, to: &encoded)
        let lines = stride(from: 0, to: encoded.count, by: 19).map { encoded[$0..<min($0 + 19, encoded.count)] }
            .map { Array($0).text }
        for text in [
            hex, lines.joined(separator: "\\n"), lines.joined(separator: "\\r\\n"), lines.joined(separator: " "),
        ] {
            #expect(!scan.hits(in: Array("{\"note\":\"\(text)\"}\n".utf8)).isEmpty, "\(text)")
        }
        let body = stream(lines.map { "{\"delta\":\"\($0)\"}" })
        #expect(!scan.hits(in: Samples.cassette([Samples.interaction(body: body)]).text).isEmpty)
    }
}
