/// The models that the tool knows by name.
enum ModelCatalogue {
    /// Their names, for completion and suggestions.
    static let names: [String] = []
}
