/// Makes a variable in an extension of ``SessionPropertyValues`` a property of the session, which begins with the
/// variable's value.
///
/// ```swift
/// extension SessionPropertyValues {
///     @SessionPropertyEntry var toolCallCount: Int = 0
/// }
/// ```
@attached(accessor)
@attached(peer, names: prefixed(__Key_))
public macro SessionPropertyEntry() = #externalMacro(module: "LMMacros", type: "SessionPropertyEntryMacro")

/// Makes a static variable with a value a computed one. Only ``SessionPropertyEntry()`` uses it.
@attached(accessor)
public macro __SessionPropertyEntryDefaultValue() =
    #externalMacro(module: "LMMacros", type: "SessionPropertyEntryDefaultValueMacro")
