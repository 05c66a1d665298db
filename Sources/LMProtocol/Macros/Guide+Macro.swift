/// Tells the model what a property of a ``Generable(description:)`` type is, and what values it may have.
///
/// Several guides may stand in one attribute or in several on the same property.
///
/// - Parameters:
///   - description: What the property is, for the model.
///   - guides: The values that are allowed, such as `.range(1...5)` for a number, `.anyOf(["a", "b"])` for a string, or
///     `.count(3)` for an array.
@attached(peer)
public macro Guide<T: Generable>(description: String? = nil, _ guides: GenerationGuide<T>...) =
    #externalMacro(module: "LMMacros", type: "GuideMacro")

/// Tells the model what a string property is, and which regular expression it has to match as a whole.
///
/// - Parameters:
///   - description: What the property is, for the model.
///   - guides: The regular expression.
@attached(peer)
public macro Guide<RegexOutput>(description: String? = nil, _ guides: Regex<RegexOutput>) =
    #externalMacro(module: "LMMacros", type: "GuideMacro")

/// Says nothing, and is refused: a guide has a description, guides or both.
@attached(peer)
public macro Guide() = #externalMacro(module: "LMMacros", type: "GuideMacro")

/// Tells the model what a property is.
///
/// - Parameter description: What the property is.
@attached(peer)
public macro Guide(description: String) = #externalMacro(module: "LMMacros", type: "GuideMacro")
