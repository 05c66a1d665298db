import LMTransport
import Testing

@testable import LMReplay

/// The shape of the lines, as the format's description shows them.
@Suite struct CassetteTextTests {
    @Test func `a recording is written as one line a fact`() {
        let interaction = Samples.interaction(cuts: [
            Cut(byteCount: 100, milliseconds: 412), Cut(byteCount: 177, milliseconds: 9),
        ])
        #expect(
            Samples.cassette([interaction]).text.text == """
                {"cassette":1,"recorder":"swift-lm 0.1.0","recorded":"2026-11-30T11:25:09Z","redaction":"default-1"}
                {"request":1,"method":"POST","url":"https://api.x.ai/v1/responses","headers":{"accept":"text/event-stream","content-type":"application/json"}}
                {"body":1,"at":"model","json":"grok-4.7"}
                {"body":1,"at":"input/0","json":{"role":"user","content":"Say hello."}}
                {"body":1,"at":"stream","json":true}
                {"response":1,"status":200,"headers":{"content-type":"text/event-stream"}}
                {"event":1,"json":{"type":"response.created","sequence_number":0}}
                {"event":1,"json":{"type":"response.output_text.delta","delta":"Hello"}}
                {"event":1,"json":{"type":"response.completed","response":{"usage":{"total_tokens":3}}}}
                {"wire":1,"cuts":[[100,412],[177,9]]}
                {"end":1,"how":"eof","bytes":277}

                """)
    }

    @Test(arguments: [
        // An event whose name is the payload's type, and one whose name is not.
        ("event: a\ndata: {\"type\":\"a\"}\n\n", #"{"event":1,"json":{"type":"a"}}"#),
        ("event: b\ndata: {\"type\":\"a\"}\n\n", #"{"event":1,"name":"b","json":{"type":"a"}}"#),
        ("data: {\"type\":\"a\"}\n\n", #"{"event":1,"name":null,"json":{"type":"a"}}"#),
        ("data: {\"id\":1}\n\n", #"{"event":1,"json":{"id":1}}"#),
        ("event: b\ndata: {\"id\":1}\n\n", #"{"event":1,"name":"b","json":{"id":1}}"#),
        // A type that is written with an escape names the event too.
        ("event: a.b\ndata: {\"type\":\"a\\u002eb\"}\n\n", #"{"event":1,"json":{"type":"a\u002eb"}}"#),
        (
            "event: b\ndata: {\"type\":\"a\",\"type\":\"b\"}\n\n",
            #"{"event":1,"name":"b","json":{"type":"a","type":"b"}}"#
        ),
        // What would not render back is kept as it is.
        (": keepalive\n\n", #"{"event":1,"raw":": keepalive\n\n"}"#),
        ("data: [DONE]\n\n", #"{"event":1,"raw":"data: [DONE]\n\n"}"#),
        ("data:{\"id\":1}\n\n", #"{"event":1,"raw":"data:{\"id\":1}\n\n"}"#),
        ("data: {\"id\":1} \n\n", #"{"event":1,"raw":"data: {\"id\":1} \n\n"}"#),
        ("data: {\"id\":1}\r\n\r\n", #"{"event":1,"raw":"data: {\"id\":1}\r\n\r\n"}"#),
        ("data: {\ndata: }\n\n", #"{"event":1,"raw":"data: {\ndata: }\n\n"}"#),
        ("data: {\"a\":\"\\q\"}\n\n", #"{"event":1,"raw":"data: {\"a\":\"\\q\"}\n\n"}"#),
        ("event: a\ndata: {\"type\":\"a\"}\n", #"{"event":1,"raw":"event: a\ndata: {\"type\":\"a\"}\n"}"#),
        ("id: 1\ndata: {}\n\n", #"{"event":1,"raw":"id: 1\ndata: {}\n\n"}"#),
        ("data: 1,2\n\n", #"{"event":1,"raw":"data: 1,2\n\n"}"#),
    ])
    func `an event is readable exactly where rendering gives its bytes`(stream: String, line: String) {
        #expect(self.line(4, of: Samples.cassette([Samples.interaction(body: Array(stream.utf8))])) == line)
    }

    @Test func `bytes that are no text are base64`() {
        let cassette = Samples.cassette([Samples.interaction(body: [0x64, 0xFF, 0x0A, 0x0A])])
        #expect(self.line(4, of: cassette) == #"{"event":1,"base64":"ZP8KCg=="}"#)
    }

    @Test(arguments: [
        (#"{"code":"x"}"#, [#"{"content":1,"json":{"code":"x"}}"#]),
        ("{\"code\":1}\n", [#"{"content":1,"json":{"code":1}}"#, #"{"content":1,"raw":"\n"}"#]),
        ("{\n\"code\":1}", [#"{"content":1,"raw":"{\n\"code\":1}"}"#]),
        ("<html>\u{1}</html>", [#"{"content":1,"raw":"<html>\u0001</html>"}"#]),
        ("", []),
    ])
    func `a body that is no event stream is content`(body: String, expected: [String]) {
        let cassette = Samples.cassette([
            Samples.interaction(body: Array(body.utf8), headers: [.contentType: "application/json"])
        ])
        let lines = cassette.text.text.split(separator: "\n").map(String.init).filter { $0.hasPrefix("{\"content\"") }
        #expect(lines == expected)
    }

    @Test(arguments: [
        (#"{"a":1,"a":[2,3],"a":[4]}"#, ["a", "a/0", "a/1", "a/0"]),
        (#"{"x/y":{"p":[1,2]},"~":[]}"#, ["x~1y", "~0"]),
        (#"{"":[null]}"#, ["/0"]),
    ])
    func `a request body is one line a member and one an element`(body: String, paths: [String]) {
        var request = Samples.request
        request.body = Array(body.utf8)
        let cassette = Samples.cassette([Samples.interaction(request: request)])
        let lines = cassette.text.text.split(separator: "\n").filter { $0.hasPrefix("{\"body\"") }
        let found = lines.compactMap { $0.split(separator: "\"", omittingEmptySubsequences: false).dropFirst(5).first }
        #expect(found.map(String.init) == paths)
        #expect(cassette.interactions[0].request.body.text == body)
    }

    @Test(arguments: [
        #"{"a": 1}"#, #"[1]"#, #"{}"#, "{\"a\":\n1}", #"{"\u0061":1}"#, #"{"a":[1, 2]}"#, "text", #"{"a":1"#,
        #"{"a":"\q"}"#,
    ])
    func `a request body in another layout is one line of text`(body: String) {
        var request = Samples.request
        request.body = Array(body.utf8)
        let cassette = Samples.cassette([Samples.interaction(request: request)])
        let lines = cassette.text.text.split(separator: "\n").filter { $0.hasPrefix("{\"body\"") }
        #expect(lines.count == 1 && lines[0].hasPrefix("{\"body\":1,\"raw\":"))
    }

    @Test func `how a recording broke is in its last line`() {
        func last(_ ending: Ending) -> String {
            line(-1, of: Samples.cassette([Samples.interaction(ending: ending)]))
        }
        #expect(last(Ending(.reset)) == #"{"end":1,"how":"reset","bytes":277}"#)
        #expect(last(Ending(.timeout)) == #"{"end":1,"how":"timeout","bytes":277}"#)
        #expect(last(Ending(.cancelled)) == #"{"end":1,"how":"cancelled","bytes":277}"#)
        #expect(
            last(Ending(TransportError(.truncatedBody, "x")))
                == #"{"end":1,"how":"reset","error":"truncatedBody","bytes":277}"#)
        #expect(
            last(Ending(TransportError(.timeout(.total), "x")))
                == #"{"end":1,"how":"timeout","error":"total","bytes":277}"#)
    }

    private func line(_ index: Int, of cassette: Cassette) -> String {
        let lines = cassette.text.text.split(separator: "\n").filter { !$0.hasPrefix("{\"body\"") }
        // Of header, request and response, which every recording has, the first event comes behind.
        return String(lines[index < 0 ? lines.count + index : index - 1])
    }
}
