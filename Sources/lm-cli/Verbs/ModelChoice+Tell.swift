extension ModelChoice {
    /// Says what was chosen, to who asks for it with `--verbose`.
    func tell(_ invocation: Invocation) {
        let console = invocation.console
        guard console.verbosity == .verbose else { return }
        console.detail(
            "model \(title)\(effort.map { ", effort \($0)" } ?? "") at \(server.baseURL.shown), over \(server.wire.rawValue)"
        )
        console.detail(server.key.source.map { "the key comes from \($0)" } ?? "no key is sent")
        for problem in HelpTopic.unknownVariables(invocation.environment) { console.detail(problem) }
    }
}
