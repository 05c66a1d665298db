extension ModelChoice {
    /// Says what was chosen, to who asks for it with `--verbose`.
    func tell(_ invocation: Invocation) {
        let console = invocation.console
        guard console.verbosity == .verbose else { return }
        console.detail("model \(name)\(effort.map { ", effort \($0)" } ?? "") at \(server.baseURL.shown)")
        console.detail(server.key.source.map { "the key comes from \($0)" } ?? "no key is sent")
        let known = HelpTopic.variables.flatMap { $0.name.split(separator: ",").map(\.trimmed) }
        for name in Platform.environmentValues.keys.sorted() where name.hasPrefix("LM_") && !known.contains(name) {
            let suggestion = EditDistance.suggestion(for: name, among: known).map { " Did you mean \($0)?" } ?? ""
            console.detail("the variable \(name) means nothing to lm-cli.\(suggestion)")
        }
    }
}

extension Substring {
    fileprivate var trimmed: String { String(self).trimmingWhitespace }
}
