/// A type whose arrays cost nothing twice while they stream: a finished element is converted once, and each snapshot
/// converts only what is new.
///
/// The partial types that `@Generable` writes conform, as do the standard types. For a type that does not, each
/// snapshot of a streamed array converts all of its elements.
///
/// It refines `Sendable`, because a converted element is shared by the snapshots that have it.
public protocol StreamedElement: ConvertibleFromGeneratedContent, Sendable {}

extension StreamedElement {
    /// The elements of an array; each finished one is converted once for all snapshots of a stream.
    public static func elements(of content: GeneratedContent) throws -> [Self] {
        guard let memo = content.memo else { return try content.convertedElements(as: Self.self) }
        return try memo.elements(of: content, as: Self.self)
    }
}
