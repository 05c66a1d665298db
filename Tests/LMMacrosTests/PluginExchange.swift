import LMJSON

@testable import LMMacroExpansion

/// One question to the plug-in, asked and answered as the compiler does: in JSON.
struct PluginExchange {
    /// Something that the plug-in says of the source.
    struct Remark: Equatable, CustomStringConvertible {
        var severity: String
        var message: String
        /// The source text that it speaks of.
        var place: String
        /// The source after the correction that it offers, if it offers one.
        var corrected: String?

        var description: String { "\(severity) at '\(place)': \(message)" }
    }

    /// The text to add; `nil` where the answer has none.
    var source: String?
    var remarks: [Remark]

    /// Where the fragment begins in the file that is made up for it.
    private static let offset = 1000

    /// Asks for an expansion. The macro is the first attribute of its name, of which `index` says which.
    init(
        _ macro: String, _ role: String, of source: String, context: [String] = [], extending type: String? = nil,
        conformances: [String] = ["Generable", "Sendable"], attribute index: Int = 0
    ) {
        let name = "@" + macro.replacing("Macro", with: "")
        let attributes = source.ranges(of: name)
        let attribute = attributes.isEmpty ? source.startIndex : attributes[index].lowerBound
        let start = source.utf8.distance(from: source.startIndex, to: attribute)
        var body: [JSONObject.Member] = [
            .init(key: "macro", value: ["moduleName": "LMMacros", "name": "x", "typeName": .string(macro)]),
            .init(key: "macroRole", value: .string(role)),
            .init(key: "discriminator", value: "$s"),
            .init(key: "attributeSyntax", value: Self.fragment(name, offset: Self.offset + start)),
            .init(key: "declSyntax", value: Self.fragment(source, offset: Self.offset)),
            .init(key: "lexicalContext", value: .array(context.map { Self.fragment($0, offset: 0) })),
            .init(key: "staticBuildConfiguration", value: "{}"),
        ]
        if let type { body.append(.init(key: "extendedTypeSyntax", value: Self.fragment(type, offset: 0))) }
        if !conformances.isEmpty {
            let list = "struct Placeholder: \(conformances.joined(separator: ", ")) {}"
            body.append(.init(key: "conformanceListSyntax", value: Self.fragment(list, offset: 0)))
        }
        let message: JSONValue = ["expandAttachedMacro": .object(JSONObject(body))]
        let answer = try? JSONValue(parsing: PluginHost().answer(message.bytes()))
        self.source = answer?["expandMacroResult"]?["expandedSource"]?.stringValue
        remarks = (answer?["expandMacroResult"]?["diagnostics"]?.arrayValue ?? []).map { Remark($0, in: source) }
    }

    private static func fragment(_ source: String, offset: Int) -> JSONValue {
        let location: JSONValue = [
            "fileName": "File.swift", "fileID": "M/File.swift", "offset": .number(JSONNumber(offset)), "line": 1,
            "column": 1,
        ]
        return ["kind": "declaration", "source": .string(source), "location": location]
    }
}

extension PluginExchange.Remark {
    init(_ diagnostic: JSONValue, in source: String) {
        let bytes = Array(source.utf8)
        func range(_ json: JSONValue?) -> Range<Int>? {
            guard let start = json?["startOffset"]?.intValue, let end = json?["endOffset"]?.intValue,
                json?["fileName"]?.stringValue == "File.swift"
            else { return nil }
            return start - 1000..<end - 1000
        }
        severity = diagnostic["severity"]?.stringValue ?? ""
        message = diagnostic["message"]?.stringValue ?? ""
        place = range(diagnostic["highlights"]?[0]).map { String(decoding: bytes[$0], as: UTF8.self) } ?? ""
        let change = diagnostic["fixIts"]?[0]?["changes"]?[0]
        corrected = range(change?["range"]).map { range in
            let text = change?["newText"]?.stringValue ?? ""
            return String(
                decoding: bytes[..<range.lowerBound] + Array(text.utf8) + bytes[range.upperBound...], as: UTF8.self)
        }
    }
}
