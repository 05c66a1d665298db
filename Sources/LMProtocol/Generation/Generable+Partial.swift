extension Generable {
    /// The value in its partial form, with nothing missing, for a view that shows both.
    ///
    /// Proof that the trap is not reached: it is part of the meaning of ``Generable`` that a type's partial form is
    /// made of whatever content its values give, whole or not. The partial types of this package and of `@Generable`
    /// keep to it, since each of their properties is read as optional and with the type that wrote it. The signature
    /// has to be this one for code to move here from Foundation Models.
    public func asPartiallyGenerated() -> PartiallyGenerated {
        if let partial = self as? PartiallyGenerated { return partial }
        do {
            return try PartiallyGenerated(generatedContent)
        } catch {
            preconditionFailure("\(PartiallyGenerated.self) does not accept what \(Self.self) generates: \(error)")
        }
    }
}
