import LMProtocol

extension GrokModel {
    /// How hard a model thinks before it answers, as xAI's API names it.
    public struct ReasoningEffort: Sendable, Hashable, CustomStringConvertible {
        /// The name on the wire.
        public let rawValue: String

        /// Makes an effort of its name on the wire, for one that is not among the constants.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The effort that a reasoning level stands for; the same mapping that requests use.
        public init(_ level: ContextOptions.ReasoningLevel) {
            self.init(rawValue: GrokModel.levels.effort(for: level))
        }

        /// Does not think: `none`.
        public static let disabled = ReasoningEffort(rawValue: "none")
        /// Thinks a little: `low`.
        public static let low = ReasoningEffort(rawValue: "low")
        /// Thinks: `medium`.
        public static let medium = ReasoningEffort(rawValue: "medium")
        /// Thinks hard: `high`.
        public static let high = ReasoningEffort(rawValue: "high")
        /// Thinks as hard as it can: `xhigh`. Models before Grok 4.6 take it for `high`.
        public static let xhigh = ReasoningEffort(rawValue: "xhigh")

        /// The name on the wire.
        public var description: String { rawValue }
    }

    /// The efforts that reasoning levels stand for. An effort is sent as it was chosen, whether or not the model lists
    /// it: xAI decides.
    static let levels = ReasoningMap(light: "low", moderate: "medium", deep: "high", policy: .sendAsIs)
}
