/// What `@Generable` adds to a kind of type.
protocol GenerableExpansion {
    var type: GenerableType { get }
    /// Whether a value has no parts that could be there before the others.
    var isItsOwnPartialForm: Bool { get }
    func writeMembers(to writer: inout SourceWriter)
    func writeInitializer(to writer: inout SourceWriter)
}
