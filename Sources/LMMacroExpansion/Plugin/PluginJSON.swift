/// The JSON of the compiler's messages.
///
/// It is not LMJSON's, because that module would have to be built for the host too: whoever uses the package would wait
/// longer for it than for the macros.
indirect enum PluginJSON: Equatable {
    case null
    case bool(Bool)
    /// A number as it is written.
    case number(String)
    case string(String)
    case array([PluginJSON])
    case object([Member])

    struct Member: Equatable {
        var key: String
        var value: PluginJSON
    }
}

extension PluginJSON {
    subscript(key: String) -> PluginJSON? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.key == key }?.value
    }

    var string: String? { if case .string(let text) = self { text } else { nil } }
    var int: Int? { if case .number(let text) = self { Int(text) } else { nil } }
    var array: [PluginJSON] { if case .array(let elements) = self { elements } else { [] } }
    var members: [Member] { if case .object(let members) = self { members } else { [] } }
}

extension PluginJSON: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    init(stringLiteral value: String) { self = .string(value) }
    init(booleanLiteral value: Bool) { self = .bool(value) }
    init(integerLiteral value: Int) { self = .number(String(value)) }
    init(arrayLiteral elements: PluginJSON...) { self = .array(elements) }
    init(dictionaryLiteral elements: (String, PluginJSON)...) {
        self = .object(elements.map { Member(key: $0.0, value: $0.1) })
    }
}

extension PluginJSON {
    /// The value as UTF-8.
    var bytes: [UInt8] {
        var output: [UInt8] = []
        write(to: &output)
        return output
    }

    private func write(to output: inout [UInt8]) {
        switch self {
        case .null: output += "null".utf8
        case .bool(let value): output += (value ? "true" : "false").utf8
        case .number(let text): output += text.utf8
        case .string(let text): PluginJSON.write(text, to: &output)
        case .array(let elements):
            output.append(UInt8(ascii: "["))
            for (index, element) in elements.enumerated() {
                if index > 0 { output.append(UInt8(ascii: ",")) }
                element.write(to: &output)
            }
            output.append(UInt8(ascii: "]"))
        case .object(let members):
            output.append(UInt8(ascii: "{"))
            for (index, member) in members.enumerated() {
                if index > 0 { output.append(UInt8(ascii: ",")) }
                PluginJSON.write(member.key, to: &output)
                output.append(UInt8(ascii: ":"))
                member.value.write(to: &output)
            }
            output.append(UInt8(ascii: "}"))
        }
    }

    private static func write(_ text: String, to output: inout [UInt8]) {
        output.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                output += [UInt8(ascii: "\\"), byte]
            case 0..<0x20:
                let digits = String(byte, radix: 16)
                output += "\\u00\(digits.utf8.count == 1 ? "0" : "")\(digits)".utf8
            default:
                output.append(byte)
            }
        }
        output.append(UInt8(ascii: "\""))
    }
}
