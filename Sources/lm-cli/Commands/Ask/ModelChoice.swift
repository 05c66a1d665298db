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
    ///   - recorded: The model that answers on a cassette.
    ///   - origin: The conversation that is gone on with, whose model and server are kept where nothing else is said.
    init(
        _ arguments: ParsedArguments, environment: Environment, isSent: Bool, origin: SavedConversation.Heading? = nil,
        recorded: String? = nil
    ) throws(CLIError) {
        let named =
            arguments.given(.model)
            ?? (origin == nil ? recorded ?? environment["LM_MODEL"] ?? arguments.value(.model) : nil)
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
        let name = wanted ?? Self.standardModel
        try self.init(
            name, on: server,
            effort: arguments.given(.effort) ?? (isSameModel ? origin?.effort : nil) ?? environment["LM_EFFORT"]
                ?? arguments.value(.effort).flatMap { Self.takes($0, name) ? $0 : nil })
    }

    /// Chooses a model of a server by its name or a part of it.
    init(_ text: String, on server: ServerChoice, effort: String?) throws(CLIError) {
        name = server.provider == .xai ? try ModelCatalogue.resolve(text) : text
        self.server = server
        self.effort = effort
        try checkEffort()
    }

    /// Whether a model may be asked for an effort that was set for whatever model there is.
    private static func takes(_ effort: String, _ name: String) -> Bool {
        guard let model = try? ModelCatalogue.resolve(name), let supported = ModelCatalogue.efforts(of: model) else {
            return true
        }
        return supported.contains(effort)
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
