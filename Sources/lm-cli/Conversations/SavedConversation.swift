import LMJSON
import LMProtocol

/// A conversation as it is kept: what a list shows of it, and all that was said.
struct SavedConversation: Sendable {
    /// What a list shows, kept apart from the words so that a list need not read them.
    struct Heading: Sendable, Hashable {
        /// The name of the file without its ending; it sorts by time.
        var id: String
        /// The start of the first prompt, or what a person called it.
        var title: String
        var model: String
        /// The provider, and the address where it is not the provider's own.
        var provider: String
        var baseURL: String?
        /// The API, where it is not the one that the provider is mostly spoken to over.
        var wire: Wire?
        var effort: String?
        /// When it began and when it last changed, RFC 3339 in UTC.
        var created: String
        var updated: String
        /// How many prompts there were.
        var turns: Int
        /// How the last turn ended.
        var ending: Ending
        /// The tokens and the price of all turns.
        var totalTokens: Int
        var costTicks: Int64?
    }

    /// How a turn ended.
    enum Ending: String, Sendable, Hashable {
        case complete, stopped, failed
    }

    var heading: Heading
    var transcript: Transcript
}

extension SavedConversation.Heading {
    /// The model that the conversation is held with.
    var origin: ModelOrigin {
        ModelOrigin(model: model, provider: provider, baseURL: baseURL, wire: wire, effort: effort)
    }

    /// The version of the file's form.
    static let version = 1

    /// The heading as the first line of the file.
    var json: JSONValue {
        var object = JSONObject()
        object["session"] = .number(JSONNumber(Self.version))
        object["id"] = .string(id)
        object["title"] = .string(title)
        object["model"] = .string(model)
        object["provider"] = .string(provider)
        object["baseURL"] = baseURL.map(JSONValue.string)
        object["wire"] = wire.map { .string($0.rawValue) }
        object["effort"] = effort.map(JSONValue.string)
        object["created"] = .string(created)
        object["updated"] = .string(updated)
        object["turns"] = .number(JSONNumber(turns))
        object["ending"] = .string(ending.rawValue)
        object["totalTokens"] = .number(JSONNumber(totalTokens))
        object["costTicks"] = costTicks.map { .number(JSONNumber($0)) }
        return .object(object)
    }

    /// Reads the first line of a file; `nil` where it is none, or of a version that is not known.
    init?(_ json: JSONValue) {
        guard let version = json["session"]?.intValue, version <= Self.version, let id = json["id"]?.stringValue,
            let model = json["model"]?.stringValue
        else { return nil }
        self.init(
            id: id, title: json["title"]?.stringValue ?? "", model: model,
            provider: json["provider"]?.stringValue ?? Provider.xai.name, baseURL: json["baseURL"]?.stringValue,
            wire: json["wire"]?.stringValue.flatMap(Wire.init),
            effort: json["effort"]?.stringValue, created: json["created"]?.stringValue ?? "",
            updated: json["updated"]?.stringValue ?? "", turns: json["turns"]?.intValue ?? 0,
            ending: json["ending"]?.stringValue.flatMap(SavedConversation.Ending.init) ?? .complete,
            totalTokens: json["totalTokens"]?.intValue ?? 0,
            costTicks: json["costTicks"]?.intValue.map(Int64.init))
    }
}
