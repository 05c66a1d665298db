import LMJSON
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The vectors of json-vectors.json: what is JSON, how it is written again, and where what is not goes wrong.
@Suite struct JSONVectorTests {
    private struct Vector {
        let name: String
        let bytes: [UInt8]
        /// The compact output; `nil` where the input is no JSON.
        let output: String?
        /// Where the input goes wrong.
        let offset: Int?

        static func all() throws -> [Vector] {
            try Vectors.load("json-vectors.json").map { vector in
                let base64 = vector["base64"]?.stringValue.flatMap { Data(base64Encoded: $0) }
                return Vector(
                    name: try #require(vector["name"]?.stringValue),
                    bytes: try #require(
                        base64.map { Array($0) } ?? (vector["input"]?.stringValue?.utf8).map { Array($0) }),
                    output: vector["output"]?.stringValue, offset: vector["offset"]?.intValue)
            }
        }
    }

    private func parse(_ bytes: [UInt8]) -> Result<JSONValue, JSONError> {
        Result { () throws(JSONError) in try JSONValue(parsing: bytes) }
    }

    @Test func `the parser accepts and refuses as the vectors say`() throws {
        let vectors = try Vector.all()
        #expect(vectors.count > 300)
        for vector in vectors {
            switch parse(vector.bytes) {
            case .success(let value): #expect(value.text() == vector.output, Comment(rawValue: vector.name))
            case .failure(let error):
                #expect(vector.output == nil, Comment(rawValue: vector.name))
                #expect(error.offset == vector.offset, Comment(rawValue: vector.name))
                #expect(
                    (error.reason == .endOfInput) == (error.offset == vector.bytes.count),
                    Comment(rawValue: vector.name))
            }
        }
    }

    @Test func `the pull reader agrees with the parser`() throws {
        for vector in try Vector.all() {
            let result = Result { () throws(JSONError) in
                try JSONReader.read(vector.bytes) { reader throws(JSONError) in
                    let value = try reader.value()
                    try reader.end()
                    return value
                }
            }
            #expect(result == parse(vector.bytes), Comment(rawValue: vector.name))
        }
    }

    @Test func `the incremental parser agrees with the parser in every chunking`() throws {
        for vector in try Vector.all() {
            let expected = parse(vector.bytes)
            for chunks in Chunking.all(vector.bytes, seeds: 0..<2) {
                var parser = IncrementalJSONParser()
                for chunk in chunks { parser.feed(chunk) }
                switch (expected, parser.finish()) {
                case (.success(let value), .complete):
                    #expect(parser.snapshot()?.text() == value.text(), Comment(rawValue: vector.name))
                case (.failure(let error), .truncated):
                    #expect(error.reason == .endOfInput, Comment(rawValue: vector.name))
                case (.failure(let error), .invalid(let found)):
                    #expect(error == found, Comment(rawValue: vector.name))
                default: Issue.record("\(vector.name): \(parser.state)")
                }
            }
        }
    }

    @Test func `skipping refuses all but what is wrong inside strings`() throws {
        for vector in try Vector.all() {
            let result = Result { () throws(JSONError) in
                try JSONReader.read(vector.bytes) { reader throws(JSONError) in
                    try reader.skip()
                    try reader.end()
                }
            }
            if vector.output != nil {
                #expect(throws: Never.self, Comment(rawValue: vector.name)) { try result.get() }
            } else if !vector.name.hasPrefix("string: "), !vector.name.hasPrefix("UTF-8: ") {
                #expect(throws: JSONError.self, Comment(rawValue: vector.name)) { try result.get() }
            }
        }
    }

    @Test func `100,000 levels are refused and do not exhaust the stack`() {
        for opening in ["[", "{\"a\":", "[{\"a\":["] {
            let bytes = Array(String(repeating: opening, count: 100_000).utf8)
            guard case .failure(let error) = parse(bytes) else {
                Issue.record("accepted")
                continue
            }
            #expect(error.reason == .tooDeep(limit: 512))
        }
    }

    @Test func `a lower limit of nesting can be set, a higher one has no effect`() throws {
        #expect(throws: JSONError(offset: 2, reason: .tooDeep(limit: 2))) {
            try JSONValue(parsing: "[[[]]]", depthLimit: 2)
        }
        #expect(try JSONValue(parsing: "[[]]", depthLimit: 2) == [[]])
        #expect(throws: JSONError(offset: 0, reason: .tooDeep(limit: 0))) {
            try JSONValue(parsing: "[]", depthLimit: 0)
        }
        let deep = String(repeating: "[", count: 513) + String(repeating: "]", count: 513)
        #expect(throws: JSONError(offset: 512, reason: .tooDeep(limit: 512))) {
            try JSONValue(parsing: deep, depthLimit: 10_000)
        }
    }

    @Test func `errors say what is wrong and where`() {
        #expect("\(JSONError(offset: 3, reason: .unexpectedByte(0x2C)))" == "unexpected ',' at byte 3")
        #expect(
            "\(JSONError(offset: 3, reason: .controlCharacter(0x0A)))"
                == "byte 0x0A in a string must be escaped at byte 3")
        #expect("\(JSONError(offset: 0, reason: .endOfInput))" == "the JSON ends inside a value at byte 0")
    }
}
