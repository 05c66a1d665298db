import LMReplay

/// The recordings that are part of the tool, so that it can show itself without a key and a network.
enum BuiltInCassette {
    /// The name by which `ask --replay` and `replay` find the first of them.
    static let name = "demo"

    /// The recording of a scene.
    static func cassette(of scene: DemoScene) throws(CLIError) -> Cassette {
        try CassetteFailure.rethrowing { () throws(CassetteError) in try Cassette(text: Array(text(of: scene).utf8)) }
    }

    /// The recording that a name stands for; `nil` where it is none of these, or a file has the name.
    static func named(_ name: String) throws(CLIError) -> Cassette? {
        guard name == Self.name, CassetteName.path(name) == name, !FileDescriptor.exists(name) else { return nil }
        return try cassette(of: .streaming)
    }

    private static func text(of scene: DemoScene) -> String {
        switch scene {
        case .streaming: streaming
        case .structured: structured
        case .tools: tools
        case .reasoning: reasoning
        case .images: images
        }
    }
}
