import LMTestSupport
import LMTransport
import Testing

@testable import LMReplay

@Suite struct RedactionTests {
    private func redacted(_ request: RecordedRequest, _ rules: [Redaction.Rule]) -> RecordedRequest {
        var redactor = Redactor(Redaction(adding: rules, name: "test"))
        return redactor.redact(request)
    }

    @Test(arguments: [
        ("https://user:pa%40ss@h.example/v1?x=1#frag", "https://h.example/v1?x=1"),
        ("https://h/v1?api_key=abc&x=1", "https://h/v1?api_key=REDACTED&x=1"),
        ("https://h/v1?API%5FKEY=abc", "https://h/v1?API%5FKEY=REDACTED"),
        ("https://h/?a&key=&b=%20", "https://h/?a&key=REDACTED&b=%20"),
        ("http://h:8080/a@b?c=d@e", "http://h:8080/a@b?c=d@e"),
        ("http://u@h", "http://h"),
        ("http://a:b@c@h/x", "http://h/x"),
        ("HTTPS://u:p@H/x?Sig=1&Signature=2", "HTTPS://H/x?Sig=REDACTED&Signature=REDACTED"),
    ])
    func `an address loses user info, fragment and secret values`(url: String, expected: String) {
        var redactor = Redactor(.standard)
        #expect(redactor.redact(RecordedRequest(method: "GET", url: url)).url == expected)
    }

    @Test func `a request's headers are the allowed ones`() {
        var redactor = Redactor(.standard)
        var request = HTTPRequest.sample(credential: Credential(bearer: canaryKey))
        for name in ["authorization", "cookie", "x-api-key", "user-agent", "openai-organization"] {
            if let name = HTTPFieldName(name) { request.headers.append(name, canaryKey) }
        }
        request.headers.append(.idempotencyKey, "7")
        #expect(
            redactor.redact(request).headers.fields == [
                .accept: "text/event-stream", .contentType: "application/json", .idempotencyKey: "7",
            ])
    }

    @Test func `a response's headers are the allowed ones`() {
        let fields: HTTPFields = [
            "Set-Cookie": "a=b", "x-request-id": "r", "X-RateLimit-Remaining": "3", "retry-after": "1", "server": "s",
            "x-ratelimit-limit": "9", "content-type": "text/plain", "content-encoding": "gzip",
            "x-should-retry": "true",
        ]
        let kept = RecordedResponseHeaders(keeping: fields).fields.map(\.name.canonicalName)
        #expect(
            kept == [
                "content-type", "retry-after", "x-ratelimit-limit", "x-ratelimit-remaining", "x-request-id",
                "x-should-retry",
            ])
        var headers = RecordedResponseHeaders()
        headers["set-cookie"] = "a=b"
        #expect(headers.fields.isEmpty)
    }

    @Test func `rules by JSON path change the named values and no other byte`() {
        let body =
            #"{"user" : "ann@example.org","input":[{"id":"a","x":1.0},{"id":"b"}],"deep":{"more":{"user":"bob"}}}"#
        let result = redacted(
            RecordedRequest(method: "POST", url: "http://h/", body: Array(body.utf8)),
            [.init(.json("**/user")), .init(.json("input/*/id"), .pseudonym("id"))])
        #expect(
            result.body.text
                == #"{"user" : "REDACTED","input":[{"id":"<id:1>","x":1.0},{"id":"<id:2>"}],"deep":{"more":{"user":"REDACTED"}}}"#
        )
    }

    @Test func `pseudonyms are the same for the same value, across request and response`() {
        var redactor = Redactor(
            Redaction(
                adding: [
                    .init(.json("response/id"), .pseudonym("id")),
                    .init(.json("previous_response_id"), .pseudonym("id")),
                ], name: "test"))
        let stream =
            #"data: {"response":{"id":"resp_b"}}"# + "\n\n" + #"data: {"response":{"id":"resp\u005fa"}}"# + "\n\n"
        let first = redactor.redact(
            Samples.interaction(
                body: Array(stream.utf8),
                cuts: [Cut(byteCount: 36, milliseconds: 5), Cut(byteCount: 41, milliseconds: 6)]))
        #expect(
            first.response?.body.text == #"data: {"response":{"id":"<id:1>"}}"# + "\n\n"
                + #"data: {"response":{"id":"<id:2>"}}"# + "\n\n")
        var request = Samples.request
        request.body = Array(#"{"previous_response_id":"resp_a"}"#.utf8)
        #expect(redactor.redact(request).body.text == #"{"previous_response_id":"<id:2>"}"#)
        // What is a pseudonym already stays one, and its number is not given out again.
        request.body = Array(#"{"previous_response_id":"<id:9>"}"#.utf8)
        #expect(redactor.redact(request).body.text == #"{"previous_response_id":"<id:9>"}"#)
        request.body = Array(#"{"previous_response_id":"new"}"#.utf8)
        #expect(redactor.redact(request).body.text == #"{"previous_response_id":"<id:10>"}"#)
    }

    @Test func `cuts follow what redaction changes`() throws {
        let body = "data: {\"user\":\"0123456789\"}\n\ndata: {}\n\n"
        var redactor = Redactor(Redaction(adding: [.init(.json("user"), .replace("x"))], name: "test"))
        for cut in 1..<body.utf8.count {
            let response = RecordedResponse(
                status: 200, headers: RecordedHeaders(keeping: Samples.eventStream), body: Array(body.utf8),
                cuts: [
                    Cut(byteCount: cut, milliseconds: 10), Cut(byteCount: body.utf8.count - cut, milliseconds: 20),
                ])
            let result = redactor.redact(response)
            #expect(result.cuts.map(\.byteCount).reduce(0, +) == result.body.count)
            #expect(result.cuts.map(\.milliseconds).reduce(0, +) == 30)
            if cut <= 14 { #expect(result.cuts[0].byteCount == cut) }
            if (15..<26).contains(cut) { #expect(result.cuts[0].byteCount == 17) }
            if cut >= 26 { #expect(result.cuts[0].byteCount == cut - 9) }
        }
    }

    @Test func `rules by regular expression find text in any body`() throws {
        let rule = Redaction.Rule(.pattern(try RedactionPattern("[a-z]+@[a-z.]+")), .pseudonym("mail"))
        let body = "data: \"mail ann@example.org, bob@example.org, ann@example.org\"\n\n"
        var redactor = Redactor(Redaction(adding: [rule], name: "test"))
        let result = redactor.redact(
            Samples.interaction(body: Array(body.utf8) + [0xFF] + Array("bob@example.org".utf8)))
        #expect(result.response?.body.text == "data: \"mail <mail:1>, <mail:2>, <mail:1>\"\n\n\u{FFFD}<mail:2>")
        #expect(throws: (any Error).self) { try RedactionPattern("(") }
    }

    @Test func `rules by header and query apply to the allowed headers and to any parameter`() {
        let result = redacted(
            RecordedRequest(
                method: "GET", url: "http://h/?team=red&x=1",
                headers: RecordedHeaders(keeping: [.idempotencyKey: "abc"])),
            [.init(.query("TEAM")), .init(.header(.idempotencyKey), .pseudonym("key"))])
        #expect(result.url == "http://h/?team=REDACTED&x=1")
        #expect(result.headers[.idempotencyKey] == "<key:1>")
    }

    @Test func `a policy is read from a file, and nothing of it is skipped`() throws {
        let text = """
            {"name":"team-1","keepUserAgent":true,"rules":[{"json":"**/user"},{"json":"input/*/id","pseudonym":"id"},
            {"header":"idempotency-key","pseudonym":"key"},{"query":"team","replace":"TEAM"},{"pattern":"a+","pseudonym":"m"}]}
            """
        let policy = try Redaction(policy: Array(text.utf8))
        #expect(policy.name == "default-2+team-1" && policy.keepsUserAgent)
        #expect(
            policy.rules == [
                .init(.json("**/user")), .init(.json("input/*/id"), .pseudonym("id")),
                .init(.header(.idempotencyKey), .pseudonym("key")), .init(.query("team"), .replace("TEAM")),
                .init(.pattern(try RedactionPattern("a+")), .pseudonym("m")),
            ])
        for (bad, rule) in [
            ("", nil), ("[]", nil), ("{}", nil), (#"{"name":"x","rule":[]}"#, nil), (#"{"name":"x","rules":[{}]}"#, 1),
            (#"{"name":"x","rules":[{"json":"a"},{"json":"a","query":"b"}]}"#, 2),
            (#"{"name":"x","rules":[{"pattern":"("}]}"#, 1),
            (#"{"name":"x","rules":[{"header":"a b"}]}"#, 1), (#"{"name":"x","rules":[{"json":"a","drop":"b"}]}"#, 1),
            (#"{"name":"x","rules":[{"json":1}]}"#, 1),
        ] {
            do {
                _ = try Redaction(policy: Array(bad.utf8))
                Issue.record("It was read: \(bad)")
            } catch { #expect(error.rule == rule, "\(bad)") }
        }
    }

    @Test func `for comparing, all pseudonyms of a label are alike`() throws {
        let rules: [Redaction.Rule] = [
            .init(.json("id"), .pseudonym("id")), .init(.pattern(try RedactionPattern("resp_[a-z]+")), .pseudonym("r")),
        ]
        var redactor = Redactor(Redaction(adding: rules, name: "test"), comparing: true)
        let bodies = [#"{"id":"a","b":"resp_x"}"#, #"{"id":"<id:7>","b":"<r:3>"}"#].map { body in
            redactor.redact(RecordedRequest(method: "POST", url: "http://h/", body: Array(body.utf8))).body.text
        }
        #expect(bodies == [#"{"id":"<id>","b":"<r>"}"#, #"{"id":"<id>","b":"<r>"}"#])
    }
}
