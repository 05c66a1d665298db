import LMJSON

/// A message from the compiler.
enum PluginMessage: Equatable {
    case capability
    case expansion(MacroRequest)
    /// A request to load a library with macros.
    case library
    /// Anything else, with the source that it is about: a macro that stands on its own, or what a later compiler sends.
    case unknown(SourceFragment)
}

extension PluginMessage {
    init(_ bytes: [UInt8]) {
        let message = try? JSONValue(parsing: bytes)
        let member = message?.objectValue?.first
        let body = member?.value ?? .null
        switch member?.key {
        case "getCapability":
            self = .capability
        case "loadPluginLibrary":
            self = .library
        case "expandAttachedMacro":
            if let request = MacroRequest(body) {
                self = .expansion(request)
            } else {
                fallthrough
            }
        default:
            let syntax = (body["declSyntax"] ?? body["syntax"]).flatMap(SourceFragment.init)
            self = .unknown(syntax ?? SourceFragment(source: "", fileName: "", offset: 0))
        }
    }

    static func encode(_ answer: PluginAnswer) -> [UInt8] { answer.json.bytes() }
}

extension MacroRequest {
    fileprivate init?(_ body: JSONValue) {
        guard let macro = body["macro"]?["typeName"]?.stringValue,
            let role = body["macroRole"]?.stringValue.flatMap(Role.init(rawValue:)),
            let attribute = body["attributeSyntax"].flatMap(SourceFragment.init),
            let declaration = body["declSyntax"].flatMap(SourceFragment.init)
        else { return nil }
        self.init(
            macro: macro,
            role: role,
            attribute: attribute,
            declaration: declaration,
            extendedType: body["extendedTypeSyntax"]?["source"]?.stringValue,
            conformances: MacroRequest.conformances(in: body["conformanceListSyntax"]?["source"]?.stringValue),
            context: (body["lexicalContext"]?.arrayValue ?? []).compactMap { $0["source"]?.stringValue }
        )
    }

    /// The compiler lists protocols as those of a made-up declaration: `struct Placeholder: Generable {}`.
    private static func conformances(in source: String?) -> [String] {
        guard let source, case .type(let type)? = try? Parser.declaration(in: source).kind else { return [] }
        return type.inheritance.map(\.text)
    }
}

extension SourceFragment {
    fileprivate init?(_ syntax: JSONValue) {
        guard let source = syntax["source"]?.stringValue else { return nil }
        self.init(
            source: source,
            fileName: syntax["location"]?["fileName"]?.stringValue ?? "",
            offset: syntax["location"]?["offset"]?.intValue ?? 0
        )
    }
}

extension PluginAnswer {
    fileprivate var json: JSONValue {
        switch self {
        case .capability(let version):
            ["getCapabilityResult": ["capability": ["protocolVersion": JSONValue(version), "features": []]]]
        case .expansion(let expansion, let fragment):
            [
                "expandMacroResult": [
                    "expandedSource": expansion.source.map(JSONValue.string) ?? .null,
                    "diagnostics": .array(expansion.diagnostics.map { $0.json(in: fragment) }),
                ]
            ]
        case .library:
            ["loadPluginLibraryResult": ["loaded": false, "diagnostics": []]]
        }
    }
}

extension MacroDiagnostic {
    fileprivate func json(in fragment: SourceFragment) -> JSONValue {
        func place(_ range: Range<Int>) -> JSONValue {
            [
                "fileName": .string(fragment.fileName),
                "startOffset": JSONValue(fragment.offset + range.lowerBound),
                "endOffset": JSONValue(fragment.offset + range.upperBound),
            ]
        }
        let fixIts = [fixIt].compactMap(\.self).map { fixIt -> JSONValue in
            [
                "message": .string(fixIt.message),
                "changes": [["range": place(fixIt.range), "newText": .string(fixIt.replacement)]],
            ]
        }
        return [
            "message": .string(message),
            "severity": .string(severity.rawValue),
            "position": [
                "fileName": .string(fragment.fileName), "offset": JSONValue(fragment.offset + range.lowerBound),
            ],
            "highlights": range.isEmpty ? [] : [place(range)],
            "notes": [],
            "fixIts": .array(fixIts),
        ]
    }
}

extension JSONValue {
    fileprivate init(_ value: Int) { self = .number(JSONNumber(value)) }
}
