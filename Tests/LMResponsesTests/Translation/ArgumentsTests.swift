import LMJSON
import LMProtocol
import Testing

@testable import LMResponses

/// Arguments of a call, whatever JSON value stands in their place and wherever it stands.
struct ArgumentsTests {
    /// What a server puts there, and what the arguments are.
    static let values: [(wire: String, arguments: String)] = [
        (#""{\"b\":1.50,\"a\":12345678901234567890123}""#, #"{"b":1.50,"a":12345678901234567890123}"#),
        (#"{"b": 1.50, "a": 12345678901234567890123}"#, #"{"b":1.50,"a":12345678901234567890123}"#),
        (#"{"z":{"y":[1,{"x":null}]},"a":"ü\n"}"#, #"{"z":{"y":[1,{"x":null}]},"a":"ü\n"}"#),
        ("[1, 2.0]", "[1,2.0]"), ("7", "7"), ("1e400", "1e400"), ("true", "true"), ("{}", "{}"), (#""{}""#, "{}"),
        ("null", "{}"), (#""""#, "{}"),
    ]

    /// Where they may stand.
    enum Place: CaseIterable { case added, delta, argumentsDone, itemDone, terminal, document, everywhere }

    private static func events(_ value: String, at place: Place) -> [String] {
        func item(_ arguments: String?, _ status: String) -> String {
            #"{"type":"function_call","id":"fc","call_id":"c","name":"f","status":"\#(status)""#
                + (arguments.map { #","arguments":\#($0)"# } ?? "") + "}"
        }
        func given(_ places: Place...) -> String? { places.contains(place) || place == .everywhere ? value : nil }
        let delta =
            #"{"type":"response.function_call_arguments.delta","output_index":0,"item_id":"fc","delta":\#(value)}"#
        let done =
            #"{"type":"response.function_call_arguments.done","output_index":0,"item_id":"fc","arguments":\#(value)}"#
        return [
            StreamRowTests.created,
            #"{"type":"response.output_item.added","output_index":0,"item":\#(item(given(.added), "in_progress"))}"#,
        ] + (given(.delta) == nil ? [] : [delta]) + (given(.argumentsDone) == nil ? [] : [done]) + [
            #"{"type":"response.output_item.done","output_index":0,"item":\#(item(given(.itemDone), "completed"))}"#,
            #"{"type":"response.completed","response":{"status":"completed","output":[\#(item(given(.terminal), "completed"))]}}"#,
        ]
    }

    private static func decoding(_ value: String, at place: Place) -> Decoding {
        guard place == .document else { return Decoding(events(value, at: place).map(event).joined()) }
        let document =
            #"{"object":"response","status":"completed","output":[{"type":"function_call","id":"fc","call_id":"c","name":"f","arguments":\#(value),"status":"completed"}]}"#
        var events: [GenerationEvent] = []
        var translator = EventTranslator(requestedModel: "m", provider: "xai")
        try? translator.translate(document: (try? JSONValue(parsing: document)) ?? .null, into: &events)
        return Decoding(events: events)
    }

    @Test(arguments: values.indices, Place.allCases)
    func `the value that stands there is the arguments, in its order and with its digits`(index: Int, place: Place) {
        let (wire, arguments) = Self.values[index]
        let decoded = Self.decoding(wire, at: place)
        #expect(decoded.calls == [.init(id: "c", name: "f", arguments: arguments)])
        #expect(decoded.violations.isEmpty)
        #expect(decoded.adjustments.isEmpty)
    }

    @Test(arguments: [#""{\"a\":""#, #""{a:1}""#, #""f(x)""#, #""{} {}""#, #""NaN""#], Place.allCases)
    func `what is no JSON is kept as it is and never runs`(value: String, place: Place) {
        let decoded = Self.decoding(value, at: place)
        #expect(decoded.calls.count == 1)
        #expect(decoded.calls.first?.isComplete == false)
        #expect(decoded.calls.first?.arguments != "{}")
    }
}

/// Items that are open at one position of the output.
struct SharedIndexTests {
    private static func call(_ id: String) -> (added: String, deltas: [String], done: String) {
        func item(_ arguments: String, _ status: String) -> String {
            #"{"type":"function_call","id":"\#(id)","call_id":"call_\#(id)","name":"f","arguments":"\#(arguments)","status":"\#(status)"}"#
        }
        return (
            #"{"type":"response.output_item.added","output_index":0,"item":\#(item("", "in_progress"))}"#,
            [#"{\"id\":"#, #"\"\#(id)\"}"#].map {
                #"{"type":"response.function_call_arguments.delta","output_index":0,"item_id":"\#(id)","delta":"\#($0)"}"#
            },
            #"{"type":"response.output_item.done","output_index":0,"item":\#(item(#"{\"id\":\"\#(id)\"}"#, "completed"))}"#
        )
    }

    private static func text(_ id: String, reasoning: Bool) -> (added: String, deltas: [String], done: String) {
        let type = reasoning ? "reasoning" : "message"
        let delta = reasoning ? "response.reasoning_text.delta" : "response.output_text.delta"
        let part = reasoning ? "reasoning_text" : "output_text"
        return (
            #"{"type":"response.output_item.added","output_index":0,"item":{"type":"\#(type)","id":"\#(id)"}}"#,
            ["one \(id), ", "two \(id)"].map {
                #"{"type":"\#(delta)","output_index":0,"item_id":"\#(id)","content_index":0,"delta":"\#($0)"}"#
            },
            #"{"type":"response.output_item.done","output_index":0,"item":{"type":"\#(type)","id":"\#(id)","content":[{"type":"\#(part)","text":"one \#(id), two \#(id)"}]}}"#
        )
    }

    private static func woven(_ items: [(added: String, deltas: [String], done: String)]) -> Decoding {
        let events =
            [StreamRowTests.created] + items.map(\.added) + (0..<2).flatMap { index in items.map { $0.deltas[index] } }
            + items.map(\.done) + [StreamRowTests.completed]
        return Decoding(events.map(event).joined())
    }

    @Test func `two calls at one position keep their arguments apart`() {
        let decoded = Self.woven([Self.call("a"), Self.call("b")])
        #expect(decoded.calls.map(\.arguments) == [#"{"id":"a"}"#, #"{"id":"b"}"#])
        #expect(decoded.calls.count { $0.isComplete } == 2)
        #expect(decoded.violations.isEmpty)
    }

    @Test func `two messages at one position do not double their words`() {
        let decoded = Self.woven([Self.text("a", reasoning: false), Self.text("b", reasoning: false)])
        let texts = decoded.events.compactMap { if case .textEnd(_, let text) = $0 { text } else { nil } }
        #expect(texts == ["one a, two a", "one b, two b"])
        #expect(decoded.adjustments.isEmpty)
        #expect(decoded.violations.isEmpty)
    }

    @Test func `a call, a message and reasoning at one position are three items`() {
        let decoded = Self.woven([
            Self.call("a"), Self.text("b", reasoning: false), Self.text("c", reasoning: true),
        ])
        let texts = decoded.events.compactMap { if case .textEnd(_, let text) = $0 { text } else { nil } }
        let thoughts = decoded.events.compactMap { if case .reasoningEnd(_, let text) = $0 { text } else { nil } }
        #expect(decoded.calls.map(\.arguments) == [#"{"id":"a"}"#])
        #expect(texts == ["one b, two b"])
        #expect(thoughts == ["one c, two c"])
        #expect(decoded.violations.isEmpty)
    }

    @Test(arguments: ["message", "reasoning"])
    func `two items at one position without names come one after the other`(type: String) {
        let (channel, part) =
            type == "message"
            ? ("response.output_text", "output_text") : ("response.reasoning_text", "reasoning_text")
        func item(_ words: String?) -> String {
            let content = words.map { #"{"type":"\#(part)","text":"\#($0)"}"# } ?? ""
            return #"{"type":"\#(type)","content":[\#(content)]}"#
        }
        func added() -> String { #"{"type":"response.output_item.added","output_index":0,"item":\#(item(nil))}"# }
        func delta(_ words: String) -> String {
            #"{"type":"\#(channel).delta","output_index":0,"content_index":0,"delta":"\#(words)"}"#
        }
        func done(_ words: String) -> String {
            #"{"type":"response.output_item.done","output_index":0,"item":\#(item(words))}"#
        }
        let decoded = Decoding(
            stream(
                StreamRowTests.created, added(), added(), delta("One"), delta("."), done("One."), delta("Two"),
                delta("."), done("Two."),
                #"{"type":"response.completed","response":{"status":"completed","output":[\#(item("One.")),\#(item("Two."))]}}"#
            ))
        let texts = decoded.events.compactMap { event -> String? in
            switch event {
            case .textEnd(_, let text), .reasoningEnd(_, let text): text
            default: nil
            }
        }
        #expect(texts == ["One.", "Two."])
        #expect(decoded.adjustments.isEmpty)
        #expect(decoded.violations.isEmpty)
    }
}
