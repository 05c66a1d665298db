/// Which model is asked, and where.
struct ModelChoice: Sendable {
    /// The model where none is named.
    static let standardModel = "grok-4.7"

    let name: String
    let server: ServerChoice
    let effort: String?

    /// Reads the choice from the options and the environment.
    ///
    /// - Parameters:
    ///   - isSent: Whether a request will leave the machine; else no key is asked for.
    ///   - origin: The conversation that is gone on with, whose model and server are kept where nothing else is said.
    init(
        _ arguments: ParsedArguments, environment: Environment, isSent: Bool, origin: SavedConversation.Heading? = nil
    ) throws(CLIError) {
        let named = arguments.value(.model) ?? (origin == nil ? environment["LM_MODEL"] : nil)
        let wanted = named ?? origin?.model
        guard wanted != nil || ServerChoice.address(arguments, environment) == nil else {
            // The name decides about the dialect and the key, and another server knows other names.
            throw .usage("--base-url needs a model: -m NAME.", hint: "Such as: lm-cli ask --base-url URL -m NAME …")
        }
        // Another model may be of another provider; the same one is where it was.
        let isSameModel = named == nil || named == origin?.model
        let server = try ServerChoice(
            arguments, environment: environment, model: wanted,
            provider: isSameModel && arguments.value(.provider) == nil
                ? origin.flatMap { Provider(rawValue: $0.provider) } : nil,
            address: isSameModel ? origin?.baseURL : nil, isSent: isSent)
        try self.init(
            wanted ?? Self.standardModel, on: server,
            effort: arguments.value(.effort) ?? (isSameModel ? origin?.effort : nil) ?? environment["LM_EFFORT"])
    }

    /// Chooses a model of a server by its name or a part of it.
    init(_ text: String, on server: ServerChoice, effort: String?) throws(CLIError) {
        name = server.provider == .xai ? try ModelCatalogue.resolve(text) : text
        self.server = server
        self.effort = effort
        try checkEffort()
    }

    private func checkEffort() throws(CLIError) {
        guard let effort, server.provider == .xai, let supported = ModelCatalogue.efforts(of: name),
            !supported.contains(effort)
        else { return }
        throw .usage(
            supported.isEmpty
                ? "\(name) does not take an effort." : "\(name) takes \(ValueKind.list(supported)), not \(effort).",
            hint: supported.isEmpty ? "Leave out -e." : "Such as -e \(supported[supported.count / 2]).")
    }

    /// What a report of a failure needs to know.
    var service: ServiceContext { server.service(model: name) }
}
