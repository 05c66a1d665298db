import LMProtocol
import Testing

@testable import LMChatCompletions

/// How servers really send calls of tools.
struct CallTests {
    /// A stream, and the calls that it says.
    struct Row: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var stream: String
        var calls: [String]
        var finish = FinishReason(.toolCalls, raw: "tool_calls")

        init(_ claim: String, _ stream: String, _ calls: [String], _ finish: FinishReason? = nil) {
            testDescription = claim
            self.stream = stream
            self.calls = calls
            if let finish { self.finish = finish }
        }
    }

    static let rows = [
        Row(
            "a call without an index, whole in one chunk with the reason",
            stream(delta(call(nil, "a", "f", #"{"x":1}"#), "tool_calls")), [#"f{"x":1}"#]),
        Row(
            "calls without an index, one to a chunk, are as many as their identifiers",
            stream(
                delta(call(nil, "a", "f", #"{"x":1}"#)), delta(call(nil, "b", "f", #"{"x":2}"#)),
                delta("", "tool_calls")), [#"f{"x":1}"#, #"f{"x":2}"#]),
        Row(
            "a new identifier at an index in use opens a call, and later deltas are of that one",
            stream(
                delta(call(0, "a", "f", #"{"x":1}"#)), delta(call(0, "b", "g", #"{"x""#)),
                delta(call(0, nil, nil, ":2}")), delta(call(0, "c", "h", "{}")), delta("", "tool_calls")),
            [#"f{"x":1}"#, #"g{"x":2}"#, "h{}"]),
        Row(
            "identifier and name that come again are assigned, not appended",
            stream(
                delta(call(0, "a", "read_file", #"{"p":"#)), delta(call(0, "a", "read_file", "1")),
                delta(call(0, "a", "read_file", "}")), delta("", "tool_calls")), [#"read_file{"p":1}"#]),
        Row(
            "an identifier that is empty or null is none",
            stream(
                delta(call(0, "a", "f", #"{"p":"#)), delta(call(0, "", nil, "1")),
                delta(#""tool_calls":[{"index":0,"id":null,"function":{"name":null,"arguments":"}"}}]"#),
                delta("", "tool_calls")), [#"f{"p":1}"#]),
        Row(
            "arguments that are JSON before their end do not end the call",
            stream(
                delta(call(0, "a", "f", #"{"q":"a"}"#)), delta(call(0, nil, nil, " ")), delta("", "tool_calls")),
            [#"f{"q":"a"} "#]),
        Row(
            "a number that goes on is one number, and no arguments",
            stream(delta(call(0, "a", "f", "12")), delta(call(0, nil, nil, "3")), delta("", "tool_calls")),
            ["f123 cut"]),
        Row(
            "no arguments are an empty object", stream(delta(call(0, "a", "f", "")), delta("", "tool_calls")), ["f{}"]),
        Row(
            "null arguments are an empty object", stream(delta(call(0, "a", "f", "null")), delta("", "tool_calls")),
            ["f{}"]),
        Row(
            "arguments as a value are written as text",
            stream(
                delta(#""tool_calls":[{"index":0,"id":"a","function":{"name":"f","arguments":{"x":[1]}}}]"#),
                delta("", "tool_calls")), [#"f{"x":[1]}"#]),
        Row(
            "a single call without the list around it",
            stream(
                delta(#""tool_calls":{"id":"a","function":{"name":"f","arguments":"{}"}}"#), delta("", "tool_calls")),
            ["f{}"]),
        Row(
            "the last piece shares its chunk with the reason",
            stream(delta(call(0, "a", "f", #"{"x":"#)), delta(call(0, "a", "f", "1}"), "tool_calls")), [#"f{"x":1}"#]),
        Row(
            "arguments that come twice are no object, and the call is not whole",
            stream(delta(call(0, "a", "f", #"{"x":1}{"x":1}"#)), delta("", "tool_calls")), [#"f{"x":1}{"x":1} cut"#]),
        Row(
            "arguments that the limit cut are not whole, whatever the reason says",
            stream(delta(call(0, "a", "f", #"{"x":"lon"#)), delta("", "tool_calls")), [#"f{"x":"lon cut"#]),
        Row(
            "calls make the turn one of tools where the server says stop",
            stream(delta(call(0, "a", "f", "{}")), delta("", "stop")), ["f{}"], FinishReason(.toolCalls, raw: "stop")),
        Row(
            "a reason for calls without any is a stop", stream(delta(text("Hi")), delta("", "tool_calls")), [],
            FinishReason(.stop, raw: "tool_calls")),
        Row(
            "interleaved calls keep their arguments apart",
            stream(
                delta(call(0, "a", "f", "{")), delta(call(1, "b", "g", "{")), delta(call(0, nil, nil, "}")),
                delta(call(1, nil, nil, "}")), delta("", "tool_calls")), ["f{}", "g{}"]),
        Row(
            "custom calls are not asked for",
            stream(
                delta(#""tool_calls":[{"index":0,"id":"a","type":"custom","custom":{"name":"f","input":"x"}}]"#),
                delta(text("Hi")), delta("", "stop")), [], FinishReason(.stop, raw: "stop")),
        Row(
            "an index that is none is left aside",
            stream(
                #"{"choices":[{"delta":{"tool_calls":[{"index":-1,"id":"a","function":{"name":"f","arguments":"{}"}}]}}]}"#,
                #"{"choices":[{"delta":{"tool_calls":[{"index":1e30,"id":"b","function":{"name":"g","arguments":"{}"}}]}}]}"#,
                #"{"choices":[{"delta":{"tool_calls":[{"index":1.5,"id":"c","function":{"name":"h","arguments":"{}"}}]}}]}"#,
                #"{"choices":[{"delta":{"tool_calls":[{"index":9223372036854775807,"id":"d","function":{"name":"i","arguments":"{}"}}]}}]}"#,
                delta("", "tool_calls")), ["f{}", "g{}", "h{}", "i{}"]),
    ]

    @Test(arguments: rows)
    func `calls are told apart and put together as each server means them`(_ row: Row) {
        let decoded = Decoding(row.stream)
        #expect(decoded.called == row.calls)
        #expect(decoded.finish == row.finish)
        #expect(decoded.startCount == row.calls.count)
        #expect(Set(decoded.calls.map(\.id)).count == row.calls.count)
        #expect(decoded.failure == nil)
        #expect(decoded.violations.isEmpty)
    }

    @Test func `a call without an identifier gets one that the conversation does not have`() {
        let context = ChatContext(requestedModel: "m", provider: "p", callIDs: ["call_1"])
        let body = stream(delta(call(0, nil, "f", "{}")), delta(call(1, nil, "g", "{}")), delta("", "tool_calls"))
        let ids = decode([Array(body.utf8)], context).log.calls.map(\.id)
        #expect(Set(ids).count == 2)
        #expect(!ids.contains("call_1"))
        #expect(!ids.contains(""))
    }

    @Test func `what Gemini's layer keeps with a call is kept with it`() {
        let signature = #","extra_content":{"google":{"thought_signature":"S"}}"#
        let decoded = Decoding(stream(delta(call(0, "a", "f", "{}", extra: signature)), delta("", "tool_calls")))
        let kept = decoded.events.compactMap { if case .partData(_, let data) = $0 { data } else { nil } }
        #expect(kept.map(\.content) == [["extra_content": ["google": ["thought_signature": "S"]]]])
        #expect(decoded.violations.isEmpty)
    }

    @Test func `a document's calls may share their identifier`() throws {
        let decoded = try Decoding(
            document:
                #"{"choices":[{"message":{"content":null,"tool_calls":[{"id":"a","function":{"name":"f","arguments":"{}"}},{"id":"a","function":{"name":"g","arguments":""}}]},"finish_reason":"stop"}]}"#
        )
        #expect(decoded.called == ["f{}", "g{}"])
        #expect(decoded.finish?.unified == .toolCalls)
    }
}
