/// Instructions and tools, worked out anew before each request.
public protocol DynamicInstructions: Sendable {
    /// Instructions of each element of a collection.
    typealias ForEach = DynamicInstructionsForEach
    /// A property that reads and writes the session's state.
    typealias SessionProperty = LanguageModelSession.SessionProperty

    /// The type of the body.
    associatedtype Body: DynamicInstructions
    /// The instructions that these stand for.
    @DynamicInstructionsBuilder var body: Body { get }

    /// Adds what these instructions say to a resolution. For the types of this package; others have a body.
    func _collect(into resolution: inout LanguageModelSession.InstructionsResolution)
}

extension DynamicInstructions {
    /// Adds the instructions and tools to a resolution.
    public func _collect(into resolution: inout LanguageModelSession.InstructionsResolution) {
        body._collect(into: &resolution)
    }
}

extension Never: DynamicInstructions {
    /// Adds the instructions and tools to a resolution.
    public func _collect(into resolution: inout LanguageModelSession.InstructionsResolution) {}
}

extension Instructions: DynamicInstructions {
    /// Itself: a type of this package says what it stands for without a body.
    public var body: Self { self }
    /// Adds the instructions and tools to a resolution.
    public func _collect(into resolution: inout LanguageModelSession.InstructionsResolution) {
        resolution.instructions.append(self)
    }
}

extension Optional: DynamicInstructions where Wrapped: DynamicInstructions {
    /// Itself: a type of this package says what it stands for without a body.
    public var body: Self { self }
    /// Adds the instructions and tools to a resolution.
    public func _collect(into resolution: inout LanguageModelSession.InstructionsResolution) {
        self?._collect(into: &resolution)
    }
}

/// No instructions.
public struct EmptyDynamicInstructions: DynamicInstructions {
    /// Makes none.
    public init() {}
    /// Itself: a type of this package says what it stands for without a body.
    public var body: Self { self }
    /// Adds the instructions and tools to a resolution.
    public func _collect(into resolution: inout LanguageModelSession.InstructionsResolution) {}
}

/// Instructions whose type is hidden.
public struct AnyDynamicInstructions: DynamicInstructions {
    private let base: any DynamicInstructions
    /// Hides the type of instructions.
    public init(_ base: any DynamicInstructions) { self.base = base }
    /// Itself: a type of this package says what it stands for without a body.
    public var body: Self { self }
    /// Adds the instructions and tools to a resolution.
    public func _collect(into resolution: inout LanguageModelSession.InstructionsResolution) {
        base._collect(into: &resolution)
    }
}

/// One of two.
public struct ConditionalDynamicInstructions<First: DynamicInstructions, Second: DynamicInstructions>:
    DynamicInstructions
{
    enum Branch: Sendable {
        case first(First)
        case second(Second)
    }
    private let branch: Branch
    init(_ branch: Branch) { self.branch = branch }

    /// Itself: a type of this package says what it stands for without a body.
    public var body: Self { self }
    /// Adds the instructions and tools to a resolution.
    public func _collect(into resolution: inout LanguageModelSession.InstructionsResolution) {
        switch branch {
        case .first(let content): content._collect(into: &resolution)
        case .second(let content): content._collect(into: &resolution)
        }
    }
}

/// Several, in order.
public struct TupleDynamicInstructions<each Content: DynamicInstructions>: DynamicInstructions {
    private let content: (repeat each Content)
    init(_ content: repeat each Content) { self.content = (repeat each content) }

    /// Itself: a type of this package says what it stands for without a body.
    public var body: Self { self }
    /// Adds the instructions and tools to a resolution.
    public func _collect(into resolution: inout LanguageModelSession.InstructionsResolution) {
        repeat (each content)._collect(into: &resolution)
    }
}

/// Tools among instructions.
public struct ToolInstructions: DynamicInstructions {
    private let tools: [any Tool]
    init(_ tools: [any Tool]) { self.tools = tools }

    /// Itself: a type of this package says what it stands for without a body.
    public var body: Self { self }
    /// Adds the instructions and tools to a resolution.
    public func _collect(into resolution: inout LanguageModelSession.InstructionsResolution) {
        resolution.tools += tools
    }
}

/// Instructions for each element of a collection.
public struct DynamicInstructionsForEach<Data: RandomAccessCollection, ID: Hashable, Content: DynamicInstructions>:
    DynamicInstructions
{
    private let contents: [Content]

    /// Makes instructions for each element. The identifiers are for source compatibility.
    public init(
        _ data: Data, id: KeyPath<Data.Element, ID>, @DynamicInstructionsBuilder content: (Data.Element) -> Content
    ) {
        contents = data.map(content)
    }

    /// Makes instructions for each element.
    public init(_ data: Data, @DynamicInstructionsBuilder content: (Data.Element) -> Content)
    where Data.Element: Identifiable, ID == Data.Element.ID {
        contents = data.map(content)
    }

    /// Itself: a type of this package says what it stands for without a body.
    public var body: Self { self }
    /// Adds the instructions and tools to a resolution.
    public func _collect(into resolution: inout LanguageModelSession.InstructionsResolution) {
        for content in contents { content._collect(into: &resolution) }
    }
}

/// Puts instructions and tools together.
@resultBuilder
public enum DynamicInstructionsBuilder {
    /// Takes a component.
    public static func buildExpression<Content: DynamicInstructions>(_ content: Content) -> Content { content }
    /// Takes a component.
    public static func buildExpression(_ tool: some Tool) -> ToolInstructions { ToolInstructions([tool]) }
    /// Takes a component.
    public static func buildExpression(_ tools: [any Tool]) -> ToolInstructions { ToolInstructions(tools) }
    /// Says what may stand in a block.
    @available(
        *, unavailable,
        message:
            "it cannot stand in dynamic instructions; write Instructions, a Tool, an array of tools, or other dynamic instructions"
    )
    @_disfavoredOverload
    public static func buildExpression<Value>(_ expression: Value) -> EmptyDynamicInstructions {
        EmptyDynamicInstructions()
    }
    /// Takes an empty block.
    public static func buildBlock() -> EmptyDynamicInstructions { EmptyDynamicInstructions() }
    /// Takes the components of a block.
    public static func buildBlock<Content: DynamicInstructions>(_ content: Content) -> Content { content }
    /// Takes the components of a block.
    public static func buildBlock<each Content: DynamicInstructions>(
        _ content: repeat each Content
    ) -> TupleDynamicInstructions<repeat each Content> { TupleDynamicInstructions(repeat each content) }
    /// Takes a branch that may be missing.
    public static func buildOptional<Content: DynamicInstructions>(_ content: Content?) -> Content? { content }
    /// Takes the first branch.
    public static func buildEither<First: DynamicInstructions, Second: DynamicInstructions>(
        first: First
    ) -> ConditionalDynamicInstructions<First, Second> { .init(.first(first)) }
    /// Takes the second branch.
    public static func buildEither<First: DynamicInstructions, Second: DynamicInstructions>(
        second: Second
    ) -> ConditionalDynamicInstructions<First, Second> { .init(.second(second)) }
    /// Takes a component that is not available everywhere.
    public static func buildLimitedAvailability(_ content: some DynamicInstructions) -> AnyDynamicInstructions {
        AnyDynamicInstructions(content)
    }
}
