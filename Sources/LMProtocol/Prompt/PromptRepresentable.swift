/// What can stand in a prompt.
public protocol PromptRepresentable {
    /// The value as a prompt.
    @PromptBuilder var promptRepresentation: Prompt { get }
}

extension Array: PromptRepresentable where Element: PromptRepresentable {
    /// The elements one after the other.
    public var promptRepresentation: Prompt { Prompt(segments: flatMap(\.promptRepresentation.segments)) }
}

extension PromptRepresentable {
    /// The value as a prompt whose last piece bears options that only one provider knows, such as a cache marker:
    /// `"A long text".providerOptions(["anthropic": ["cache_control": ["type": "ephemeral"]]])`.
    public func providerOptions(_ options: ProviderOptions) -> Prompt {
        var prompt = promptRepresentation
        if let last = prompt.segments.indices.last {
            prompt.segments[last].providerOptions = prompt.segments[last].providerOptions.merging(options)
        }
        return prompt
    }
}
