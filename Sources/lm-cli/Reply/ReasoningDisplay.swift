/// What is shown of the model's thoughts.
enum ReasoningDisplay: String, CaseIterable, OptionValue {
    /// The thoughts themselves, dim, on standard error.
    case show
    /// That it thought, for how long.
    case summary
    /// Nothing.
    case hide
}
