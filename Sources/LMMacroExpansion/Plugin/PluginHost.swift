/// Answers the messages of the compiler.
///
/// The protocol is the one that every plug-in built with SwiftSyntax speaks: JSON objects with one member, whose name
/// says what the message is. Members that are not known here are ignored, so that newer compilers may add to it.
package struct PluginHost {
    /// The version of the protocol whose messages are understood.
    static let protocolVersion = 7

    /// The macro of a name under which LMProtocol declares it.
    static func macro(named name: String) -> (any Macro.Type)? {
        switch name {
        case "GenerableMacro": GenerableMacro.self
        case "GuideMacro": GuideMacro.self
        case "SessionPropertyEntryMacro": SessionPropertyEntryMacro.self
        case "SessionPropertyEntryDefaultValueMacro": SessionPropertyEntryDefaultValueMacro.self
        default: nil
        }
    }

    package init() {}

    /// Answers messages until the compiler has no more.
    package func serve(_ connection: PluginConnection) {
        while let message = connection.receive() {
            guard connection.send(answer(message)) else { return }
        }
    }

    /// The answer to a message. Every message gets one, since the compiler waits for it.
    func answer(_ message: [UInt8]) -> [UInt8] {
        answer(PluginMessage(message)).bytes
    }

    func answer(_ message: PluginMessage) -> PluginAnswer {
        switch message {
        case .capability:
            return .capability(protocolVersion: PluginHost.protocolVersion)
        case .expansion(let request):
            guard let macro = PluginHost.macro(named: request.macro) else {
                return failure("the plug-in LMMacros has no macro '\(request.macro)'", at: request.declaration)
            }
            return .expansion(macro.answer(request), of: request.declaration)
        case .library:
            return .library
        case .unknown(let fragment):
            return failure("the plug-in LMMacros does not know this request of the compiler", at: fragment)
        }
    }

    /// The parts of a package that are built at different times, or a compiler that is newer than the plug-in.
    private func failure(_ message: String, at fragment: SourceFragment) -> PluginAnswer {
        let advice = "; clean the build folder and build again, or update swift-lm"
        return .expansion(.failed([.error(message + advice, at: 0..<0)]), of: fragment)
    }
}
