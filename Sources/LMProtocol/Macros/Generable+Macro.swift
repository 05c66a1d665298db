/// Makes a struct or an enum a type that a model can generate, by conforming it to ``Generable``.
///
/// ```swift
/// @Generable(description: "A plan for a trip")
/// struct Itinerary {
///     @Guide(description: "A short title", .pattern(/[A-Z].*/))
///     var title: String
///     @Guide(.count(1...7))
///     var days: [String]
/// }
/// ```
/// The model writes the stored properties in the order in which they are declared. A property takes part if its type is
/// written: `let id = UUID()` does not. An optional property may be left out. An enum without associated values is
/// generated as a string, the raw value where its first inherited type is `String`, else the name of the case; one with
/// associated values as an object whose `type` names the case.
///
/// The macro adds `generationSchema`, `generatedContent`, an initializer from ``GeneratedContent``, and
/// `PartiallyGenerated`, unless the type declares one itself: the same properties, each `nil` until it is generated, and
/// an `id` that stays the same while the value streams, unless the type has an `id` of its own.
///
/// - Parameter description: What a value is, for the model.
@attached(extension, conformances: Generable, Sendable, names: named(init(_:)))
@attached(
    member, names: named(generationSchema), named(generatedContent), named(PartiallyGenerated))
public macro Generable(description: String? = nil) =
    #externalMacro(module: "LMMacros", type: "GenerableMacro")

/// Makes a struct or an enum a type that a model can generate, and says how a missing value is written.
///
/// - Parameters:
///   - description: What a value is, for the model.
///   - representNilExplicitlyInGeneratedContent: Whether `generatedContent` has `null` for a property that is `nil`,
///     and the model may write it, rather than leave the property out. Write `true` or `false`.
@attached(extension, conformances: Generable, Sendable, names: named(init(_:)))
@attached(
    member, names: named(generationSchema), named(generatedContent), named(PartiallyGenerated))
public macro Generable(description: String? = nil, representNilExplicitlyInGeneratedContent: Bool) =
    #externalMacro(module: "LMMacros", type: "GenerableMacro")

/// Makes a struct or an enum a type that a model can generate, under a name of its own.
///
/// - Parameters:
///   - name: The name that the model sees instead of the type's.
///   - description: What a value is, for the model.
///   - representNilExplicitlyInGeneratedContent: Whether `generatedContent` has `null` for a property that is `nil`,
///     and the model may write it, rather than leave the property out. Write `true` or `false`.
@attached(extension, conformances: Generable, Sendable, names: named(init(_:)))
@attached(
    member, names: named(generationSchema), named(generatedContent), named(PartiallyGenerated))
public macro Generable(
    name: String, description: String? = nil, representNilExplicitlyInGeneratedContent: Bool = false
) = #externalMacro(module: "LMMacros", type: "GenerableMacro")
