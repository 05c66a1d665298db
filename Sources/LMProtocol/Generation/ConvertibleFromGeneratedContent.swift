/// A type that can be made of generated content.
public protocol ConvertibleFromGeneratedContent: SendableMetatype {
    /// Makes a value of generated content.
    ///
    /// Throws a ``GeneratedContent/ParsingError`` where the content has another shape.
    init(_ content: GeneratedContent) throws

    /// Makes the values of an array's elements. An element that streams and cannot be converted yet is left out.
    ///
    /// There is no need to implement it. ``StreamedElement`` has an implementation that converts each element of a
    /// stream once, not once for each snapshot.
    static func elements(of content: GeneratedContent) throws -> [Self]

    /// Whether a string that is still growing makes a value of this type.
    ///
    /// It is so for text, and by default for nothing else: half an address is another address, and `red` may still
    /// become `reddish`.
    static var acceptsGrowingText: Bool { get }
}

extension ConvertibleFromGeneratedContent {
    /// Converts all elements, each time.
    public static func elements(of content: GeneratedContent) throws -> [Self] {
        try content.convertedElements(as: Self.self)
    }

    /// A string that still grows is no value yet.
    public static var acceptsGrowingText: Bool { false }
}
