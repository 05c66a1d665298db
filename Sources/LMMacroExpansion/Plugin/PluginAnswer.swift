/// What the plug-in answers.
enum PluginAnswer: Equatable {
    case capability(protocolVersion: Int)
    /// An expansion. The places of its diagnostics are counted from the start of the fragment.
    case expansion(MacroExpansion, of: SourceFragment)
    /// The plug-in loads no libraries.
    case library
}

extension PluginAnswer {
    /// The message in JSON.
    var bytes: [UInt8] { json.bytes }

    private var json: PluginJSON {
        switch self {
        case .capability(let version):
            return [
                "getCapabilityResult": ["capability": ["protocolVersion": .number(String(version)), "features": []]]
            ]
        case .expansion(let expansion, let fragment):
            let diagnostics = expansion.diagnostics.map { $0.json(in: fragment) }
            return [
                "expandMacroResult": [
                    "expandedSource": expansion.source.map(PluginJSON.string) ?? .null,
                    "diagnostics": .array(diagnostics),
                ]
            ]
        case .library:
            return ["loadPluginLibraryResult": ["loaded": false, "diagnostics": []]]
        }
    }
}

extension MacroDiagnostic {
    fileprivate func json(in fragment: SourceFragment) -> PluginJSON {
        let place = fragment.json(of: range)
        var fixIts: [PluginJSON] = []
        if let fixIt {
            let change: PluginJSON = [
                "range": fragment.json(of: fixIt.range), "newText": .string(fixIt.replacement),
            ]
            fixIts = [["message": .string(fixIt.message), "changes": [change]]]
        }
        return [
            "message": .string(message),
            "severity": .string(severity.rawValue),
            "position": ["fileName": .string(fragment.fileName), "offset": place["startOffset"] ?? 0],
            "highlights": range.isEmpty ? [] : [place],
            "notes": [],
            "fixIts": .array(fixIts),
        ]
    }
}

extension SourceFragment {
    /// A place in the file, from one in the fragment.
    fileprivate func json(of range: Range<Int>) -> PluginJSON {
        [
            "fileName": .string(fileName),
            "startOffset": .number(String(offset + range.lowerBound)),
            "endOffset": .number(String(offset + range.upperBound)),
        ]
    }
}
