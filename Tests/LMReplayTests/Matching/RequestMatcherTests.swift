import LMTransport
import Testing

@testable import LMReplay

@Suite struct RequestMatcherTests {
    private func request(_ body: String) -> RecordedRequest {
        RecordedRequest(method: "POST", url: "https://h/v1/files", body: Array(body.utf8))
    }

    private func matches(_ sent: String, _ recorded: String, _ matcher: RequestMatcher = .standard) -> Bool {
        matcher.matches(request(sent), request(recorded))
    }

    private func miss(
        _ sent: String, _ recorded: String, _ matcher: RequestMatcher = .standard
    ) async throws -> ReplayMiss? {
        let replay = ReplayTransport(
            Samples.cassette([Samples.interaction(request: request(recorded))]), options: .init(matcher: matcher))
        return await #expect(throws: ReplayMiss.self) {
            try await replay.send(.sample(url: "https://h/v1/files", body: sent))
        }
    }

    // MARK: - Multipart

    private func form(
        _ boundary: String, file: String = "data", name: String = "file", json: String = "{\"a\":1,\"b\":2}"
    ) -> String {
        "--\(boundary)\r\nContent-Disposition: form-data; name=\"purpose\"\r\n\r\nuser_data\r\n"
            + "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(name)\"; filename=\"a.txt\"\r\n"
            + "Content-Type: text/plain\r\n\r\n\(file)\r\n"
            + "--\(boundary)\r\nContent-Type: application/json\r\n\r\n\(json)\r\n--\(boundary)--\r\n"
    }

    @Test func `multipart bodies match by their parts, whatever the boundary`() {
        #expect(matches(form("a1b2c3"), form("----WebKitFormBoundary7MA4")))
        #expect(matches(form("a"), form("b", json: "{\"b\": 2, \"a\": 1}")))
        #expect(!matches(form("a"), form("b", file: "other")))
        #expect(!matches(form("a"), form("b", name: "image")))
        #expect(!matches(form("a"), form("b", file: "data\r\n--a not a boundary")))
        // Bare line feeds, an epilogue, an empty part, and a body whose content looks like its boundary.
        let bare = { (boundary: String) in "--\(boundary)\nA: b\n\nx\n--\(boundary)--" }
        #expect(matches(bare("p"), bare("q")) && !matches(bare("p"), form("p")))
        #expect(matches("--p\r\n\r\n\r\n--p--\r\nbye", "--q\r\n\r\n\r\n--q--\r\nhello"))
        #expect(!matches("--p\r\n\r\n1\r\n--p\r\n\r\n2\r\n--p--", "--q\r\n\r\n2\r\n--q\r\n\r\n1\r\n--q--"))
    }

    @Test(arguments: [
        "--", "--\n", "--a", "--a\r\n", "--a\r\n\r\n", "--a\r\nx\r\n--a", "--a\r\n--a--", "----\r\n------",
    ])
    func `what is not quite multipart does not crash`(body: String) {
        #expect(matches(body, body))
        #expect(!matches(body, form("a")))
    }

    @Test func `a miss of a multipart body names the part`() async throws {
        let miss = try await miss(form("a", file: "longer data"), form("b"))
        #expect(miss?.differences == ["part \"file\": 11 bytes ≠ 4 bytes"])
    }

    // MARK: - Rules

    @Test func `what is ignored may differ or be absent`() {
        let matcher = RequestMatcher.ignoring("metadata/requestId", "/input/*/id")
        #expect(matches(#"{"metadata":{"requestId":"a"},"x":1}"#, #"{"x":1,"metadata":{}}"#, matcher))
        #expect(matches(#"{"input":[{"id":1,"t":2}]}"#, #"{"input":[{"t":2,"id":"b"}]}"#, matcher))
        #expect(!matches(#"{"input":[{"id":1,"t":2}]}"#, #"{"input":[{"t":3}]}"#, matcher))
        #expect(matches(#"{"prompt_cache_key":"a"}"#, #"{"prompt_cache_key":"b"}"#, matcher))
    }

    @Test func `what is loosened has to be there, of its kind`() {
        let matcher = RequestMatcher.standard.loosening("input/0/content", "**/seed").ignoring("user")
        #expect(matches(#"{"input":[{"content":"a"}],"user":1}"#, #"{"input":[{"content":"b"}]}"#, matcher))
        #expect(!matches(#"{"input":[{"content":"a"}]}"#, #"{"input":[{"content":["a"]}]}"#, matcher))
        #expect(!matches(#"{"input":[{"content":"a"}]}"#, #"{"input":[{}]}"#, matcher))
        #expect(
            !matches(
                #"{"input":[{"content":"a"},{"content":"a"}]}"#, #"{"input":[{"content":"a"},{"content":"b"}]}"#,
                matcher))
        #expect(matches(#"{"x":{"seed":1}}"#, #"{"x":{"seed":2.5e3}}"#, matcher))
        #expect(!matches(#"{"x":{"seed":1}}"#, #"{"x":{"seed":null}}"#, matcher))
        #expect(matches(#"{"x":{"seed":{"a":1}}}"#, #"{"x":{"seed":{}}}"#, matcher))
        #expect(matches(#"{"a":"b"}"#, #"{"a":"b"}"#, .any.loosening("a")))
    }

    @Test func `a miss does not speak of what may differ`() async throws {
        let matcher = RequestMatcher.loosening("a", "o").ignoring("b")
        let miss = try await miss(
            #"{"a":1,"b":1,"c":1,"o":{"x":1}}"#, #"{"a":2,"b":2,"c":2,"o":{"x":2}}"#, matcher)
        #expect(miss?.differences == ["c: 1 ≠ 2"])
        let other = try await self.miss(#"{"a":1}"#, #"{"a":"1"}"#, matcher)
        #expect(other?.differences == [#"a: 1 ≠ "1""#])
    }

    // MARK: - Proposals

    @Test(arguments: [
        (#""2026-11-30""#, #""2026-12-01""#, "date"),
        (#""2026-11-30T11:25:09.123Z""#, #""2026-12-01T00:00:00Z""#, "date"),
        (#""Today is 30.11.2026, 11:25.""#, #""Today is 1.12.2026, 09:00.""#, "date"),
        ("1796037909", "1796039999", "time"), ("1796037909123", "1796039999000.5", "time"),
        (#""1796037909""#, #""1796039999""#, "time"),
        (#""1b4e28ba-2fa1-11d2-883f-0016d3cca427""#, #""6ba7b810-9dad-11d1-80b4-00c04fd430c8""#, "id"),
        (#""resp_0a1b2c3d4e""#, #""resp_9f8e7d6c5b""#, "id"),
        (#""01ARZ3NDEKTSV4RRFFQ69G5FAV""#, #""01BX5ZZKBKACTAV9WEVGEMMVRZ""#, "id"),
        (#""Order 5f2a9c77 of file-Ab12Cd34.""#, #""Order 77c1e0b2 of file-Ab12Cd34.""#, "id"),
    ])
    func `where one value is drawn anew, the rule is proposed`(
        sent: String, recorded: String, kind: String
    ) async throws {
        let miss = try await miss(
            "{\"x\":[{\"a/b\":\(sent)}],\"same\":1}", "{\"same\":1,\"x\":[{\"a/b\":\(recorded)}]}")
        let proposal = try #require(miss?.proposal)
        #expect(proposal.kind.rawValue == kind && proposal.path == "x/0/a~1b")
        #expect(miss?.description.contains(#"matching: .loosening("x/0/a~1b")"#) == true)
        // The proposal is a rule that lets it pass.
        let matcher = RequestMatcher.standard.loosening([JSONPathPattern(proposal.path)])
        #expect(
            matches("{\"x\":[{\"a/b\":\(sent)}],\"same\":1}", "{\"same\":1,\"x\":[{\"a/b\":\(recorded)}]}", matcher))
    }

    @Test(arguments: [
        (#"{"a":"Rome"}"#, #"{"a":"Paris"}"#), (#"{"a":1}"#, #"{"a":2}"#), (#"{"a":true}"#, #"{"a":false}"#),
        (#"{"a":"2026-11-30","b":1}"#, #"{"a":"2026-12-01","b":2}"#), (#"{"a":"2026-11-30"}"#, #"{}"#),
        (#"{"a":"on 2026-11-30"}"#, #"{"a":"until 2026-12-01"}"#), (#"{"a":1796037909}"#, #"{"a":5}"#),
        (#"{"model":"grok-4.7"}"#, #"{"model":"gpt-5.2"}"#),
    ])
    func `another difference is no reason for a rule`(sent: String, recorded: String) async throws {
        #expect(try await miss(sent, recorded)?.proposal == nil)
    }
}
