extension GenerationRequest {
    /// One adjustment for each member of the metadata that the backend has no place for.
    ///
    /// - Parameter known: The names that it sends on.
    public func adjustmentsForMetadata(besides known: Set<String> = []) -> [Adjustment] {
        metadata.keys.filter { !known.contains($0) }.sorted().map {
            Adjustment(.optionDropped, "The metadata \"\($0)\" was left out: the provider has no place for it.")
        }
    }

    /// One adjustment for each provider that the request holds options for and that is not this one: they change nothing.
    ///
    /// - Parameter provider: The family of providers that the request goes to.
    public func adjustmentsForOptions(notOf provider: String) -> [Adjustment] {
        var names: Set<String> = []
        func note(_ options: ProviderOptions) {
            for name in options.providers where name != provider { names.insert(name) }
        }
        note(options.providerOptions)
        for tool in tools { note(tool.providerOptions) }
        for entry in transcript { for segment in entry.segments { note(segment.providerOptions) } }
        return names.sorted().map {
            Adjustment(
                .optionDropped, "The options for the provider \"\($0)\" were left out: the request goes to another.")
        }
    }
}
