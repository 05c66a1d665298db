extension JSONValue {
    /// The value as UTF-8.
    public func bytes(_ style: JSONStyle = .compact) -> [UInt8] {
        var output: [UInt8] = []
        write(to: &output, style: style)
        return output
    }

    /// The value as text.
    public func text(_ style: JSONStyle = .compact) -> String { String(decoding: bytes(style), as: UTF8.self) }

    /// Appends the value to bytes.
    public func write(to output: inout [UInt8], style: JSONStyle = .compact) {
        switch style {
        case .compact: writeCompact(to: &output)
        case .pretty: writePretty(to: &output, indent: 0)
        case .canonical: writeCanonical(to: &output)
        }
    }

    private func writeCompact(to output: inout [UInt8]) {
        switch self {
        case .null: output.append(literal: "null")
        case .bool(let value): output.append(literal: value ? "true" : "false")
        case .number(let value): output.append(number: value)
        case .string(let value): output.append(quoted: value)
        case .array(let elements):
            var separator = UInt8(ascii: "[")
            for element in elements {
                output.append(separator)
                element.writeCompact(to: &output)
                separator = UInt8(ascii: ",")
            }
            output.append(literal: elements.isEmpty ? "[]" : "]")
        case .object(let members):
            var separator = UInt8(ascii: "{")
            for member in members {
                output.append(separator)
                output.append(quoted: member.key)
                output.append(UInt8(ascii: ":"))
                member.value.writeCompact(to: &output)
                separator = UInt8(ascii: ",")
            }
            output.append(literal: members.isEmpty ? "{}" : "}")
        }
    }

    private func writePretty(to output: inout [UInt8], indent: Int) {
        func line(_ separator: UInt8?, _ indent: Int) {
            if let separator { output.append(separator) }
            output.append(UInt8(ascii: "\n"))
            output.append(contentsOf: repeatElement(UInt8(ascii: " "), count: indent * 2))
        }
        switch self {
        case .array(let elements) where !elements.isEmpty:
            var separator = UInt8(ascii: "[")
            for element in elements {
                line(separator, indent + 1)
                element.writePretty(to: &output, indent: indent + 1)
                separator = UInt8(ascii: ",")
            }
            line(nil, indent)
            output.append(UInt8(ascii: "]"))
        case .object(let members) where !members.isEmpty:
            var separator = UInt8(ascii: "{")
            for member in members {
                line(separator, indent + 1)
                output.append(quoted: member.key)
                output.append(literal: ": ")
                member.value.writePretty(to: &output, indent: indent + 1)
                separator = UInt8(ascii: ",")
            }
            line(nil, indent)
            output.append(UInt8(ascii: "}"))
        default: writeCompact(to: &output)
        }
    }

    private func writeCanonical(to output: inout [UInt8]) {
        switch self {
        case .null, .bool, .string: writeCompact(to: &output)
        case .number(let value):
            if case .int(let integer) = value.storage {
                output.append(integer: integer)
            } else if let decimal = JSONDecimal(value) {
                decimal.write(to: &output)
            } else {
                output.append(number: value)
            }
        case .array(let elements):
            var separator = UInt8(ascii: "[")
            for element in elements {
                output.append(separator)
                element.writeCanonical(to: &output)
                separator = UInt8(ascii: ",")
            }
            output.append(literal: elements.isEmpty ? "[]" : "]")
        case .object(let members):
            // The sort is stable, so that the last of several members with one key stays the last.
            let sorted = members.sorted { UnicodeText.precedes($0.key, $1.key) }
            output.append(UInt8(ascii: "{"))
            var isFirst = true
            for (index, member) in sorted.enumerated() {
                if index + 1 < sorted.count, UnicodeText.areEqual(member.key, sorted[index + 1].key) { continue }
                if !isFirst { output.append(UInt8(ascii: ",")) }
                isFirst = false
                output.append(quoted: member.key)
                output.append(UInt8(ascii: ":"))
                member.value.writeCanonical(to: &output)
            }
            output.append(UInt8(ascii: "}"))
        }
    }
}

extension JSONValue: CustomStringConvertible {
    /// The value as compact text.
    public var description: String { text() }
}
