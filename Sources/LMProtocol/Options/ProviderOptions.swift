import LMJSON

/// Options that only one provider knows, by the provider's name: a cache marker, a service tier, a member of the body
/// that this package never heard of.
///
/// ```swift
/// GenerationOptions(providerOptions: ["openai": ["service_tier": "flex"]])
/// ```
/// A backend takes the members under its own name. What stands there and it does not know is sent along or reported as an
/// ``Adjustment``, as the backend documents; what stands under other names is not for it.
public struct ProviderOptions: Sendable, Hashable {
    private var byProvider: [String: JSONObject]

    /// Makes a set of options; without an argument, none.
    public init(_ options: [String: JSONObject] = [:]) { byProvider = options.filter { !$0.value.isEmpty } }

    /// The options for one provider, such as `anthropic`, `google`, `openai` or `xai`; none if it has none.
    public subscript(provider: String) -> JSONObject {
        get { byProvider[provider] ?? JSONObject() }
        set { byProvider[provider] = newValue.isEmpty ? nil : newValue }
    }

    /// Whether there are none.
    public var isEmpty: Bool { byProvider.isEmpty }
    /// The names of the providers that there are options for, sorted.
    public var providers: [String] { byProvider.keys.sorted() }

    /// These options, with those of another set in place of what both have, member by member.
    public func merging(_ others: ProviderOptions) -> ProviderOptions {
        var merged = self
        for (provider, members) in others.byProvider {
            for member in members { merged.byProvider[provider, default: JSONObject()][member.key] = member.value }
        }
        return merged
    }
}

extension ProviderOptions: ExpressibleByDictionaryLiteral {
    /// Makes options of a literal; of a value that is no object, nothing is kept.
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        byProvider = [:]
        for (provider, value) in elements {
            if let members = value.objectValue, !members.isEmpty { byProvider[provider] = members }
        }
    }
}

extension ProviderOptions {
    /// The value as JSON, the providers sorted by name.
    package var json: JSONValue {
        .object(JSONObject(providers.map { .init(key: $0, value: .object(self[$0])) }))
    }

    /// Reads what ``json`` wrote; `nil` for anything else.
    package init?(json: JSONValue) {
        guard let members = json.objectValue else { return nil }
        byProvider = [:]
        for member in members {
            guard let options = member.value.objectValue else { return nil }
            if !options.isEmpty { byProvider[member.key] = options }
        }
    }
}
