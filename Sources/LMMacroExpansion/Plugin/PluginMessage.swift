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
        let member = PluginJSONReader.read(bytes)?.members.first
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
}

extension MacroRequest {
    fileprivate init?(_ body: PluginJSON) {
        guard let macro = body["macro"]?["typeName"]?.string,
            let role = body["macroRole"]?.string.flatMap(Role.init(rawValue:)),
            let attribute = body["attributeSyntax"].flatMap(SourceFragment.init),
            let declaration = body["declSyntax"].flatMap(SourceFragment.init)
        else { return nil }
        self.init(
            macro: macro,
            role: role,
            attribute: attribute,
            declaration: declaration,
            extendedType: body["extendedTypeSyntax"]?["source"]?.string,
            conformances: MacroRequest.conformances(in: body["conformanceListSyntax"]?["source"]?.string),
            context: (body["lexicalContext"]?.array ?? []).compactMap { $0["source"]?.string }
        )
    }

    /// The compiler lists protocols as those of a made-up declaration: `struct Placeholder: Generable {}`.
    private static func conformances(in source: String?) -> [String] {
        guard let source, case .type(let type)? = try? Parser.declaration(in: source).kind else { return [] }
        return type.inheritance.map(\.text)
    }
}

extension SourceFragment {
    fileprivate init?(_ syntax: PluginJSON) {
        guard let source = syntax["source"]?.string else { return nil }
        let location = syntax["location"]
        self.init(
            source: source, fileName: location?["fileName"]?.string ?? "", offset: location?["offset"]?.int ?? 0,
            line: location?["line"]?.int ?? 0, column: location?["column"]?.int ?? 0)
    }
}
