import LMJSON
import Testing

@testable import LMResponses

@Suite struct ResponsesGrammarTests {
    @Test func `every event that is decoded is in the grammar, with what it cannot do without`() throws {
        var decoder = ResponsesEventDecoder()
        for (name, _) in ResponsesEventType.wireNames {
            let fields = try #require(ResponsesGrammar.fields[name])
            #expect(!fields.isEmpty, "\(name)")
            var object = JSONObject([.init(key: "type", value: .string(name))])
            for field in fields where !field.contains("/") {
                let isObject = ["item", "part", "response", "annotation", "error"].contains(field)
                object[field] = field.hasSuffix("_index") ? 0 : isObject ? [:] : "x"
            }
            let data = JSONValue.object(object).bytes()
            let event = try data.withUnsafeBufferPointer {
                try decoder.decode(name: .init(start: nil, count: 0), data: $0)
            }
            #expect(event != .skipped, "\(name) is read with the members that the grammar names")
        }
    }
}
