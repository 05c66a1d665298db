/// A stop of the tour, each with a recording of its own.
enum DemoScene: String, CaseIterable, Sendable {
    case streaming, structured, tools, reasoning, images

    /// What is shown, in a few words.
    var title: String {
        switch self {
        case .streaming: "words as they come"
        case .structured: "a value of a Swift type, filled in as it comes"
        case .tools: "functions that the model calls, two at once"
        case .reasoning: "how hard to think, and what was thought"
        case .images: "a picture in the question"
        }
    }

    /// What the model is asked.
    var prompt: String {
        switch self {
        case .streaming: "Say hello in five languages, in one line."
        case .structured: "Plan two days in Kyoto."
        case .tools: "Do I need an umbrella in Paris or in Rome?"
        case .reasoning: "A bat and a ball cost 1.10 together; the bat costs 1.00 more than the ball. What is the ball?"
        case .images: "What is in this picture?"
        }
    }

    /// How hard the model is to think; `nil` for its default.
    var effort: String? { self == .reasoning ? "high" : nil }
}
