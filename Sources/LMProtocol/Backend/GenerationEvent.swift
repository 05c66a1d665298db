import LMJSON

/// The place of a piece of output: the item in the response, and the part in the item.
///
/// Two small integers rather than a server's identifiers, because those repeat and rotate within one response.
public struct PartID: Hashable, Sendable, Comparable {
    /// The item's position in the response's output.
    public var item: Int
    /// The part's position in the item.
    public var part: Int

    /// Makes an identifier.
    public init(item: Int, part: Int = 0) {
        self.item = item
        self.part = part
    }

    /// By item, then by part.
    public static func < (left: PartID, right: PartID) -> Bool {
        (left.item, left.part) < (right.item, right.part)
    }
}

/// What happens while a model generates, in the order it happens.
///
/// Five laws hold for every stream, and ``GenerationStreamLaws`` checks them: a part is opened before its deltas and
/// closed once; the deltas of a part, joined, equal its final value; nothing follows ``finished(_:)``; a stream that
/// ends without it is a failure; ``usage(_:)`` replaces what came before and never adds to it.
public enum GenerationEvent: Sendable, Hashable {
    /// The server took the request on. First, where the server says so at all.
    indirect case started(ResponseInfo)

    /// A part of the answer's text opens.
    case textStart(PartID)
    /// The answer's text grows.
    case textDelta(PartID, String)
    /// A part of the answer's text is whole; the value is all of it.
    case textEnd(PartID, text: String)

    /// A part of the model's reasoning opens: one paragraph of its summary, or its raw text.
    case reasoningStart(PartID)
    /// The reasoning grows.
    case reasoningDelta(PartID, String)
    /// A part of the reasoning is whole; the value is all of it.
    case reasoningEnd(PartID, text: String)
    /// A reasoning item is whole, with what the model needs to read it again. Also for an item that has no parts.
    indirect case reasoningSignature(item: Int, ReasoningSignature)

    /// The model begins to call a tool.
    indirect case toolCallStart(PartID, callID: String, name: String)
    /// The text of the call's arguments grows.
    case toolCallDelta(PartID, String)
    /// The call is whole, or was cut off: then it must not be run.
    indirect case toolCallEnd(PartID, arguments: String, isComplete: Bool)

    /// The model refuses to answer; opens with its first delta and is closed by ``refusalEnd(_:text:)``.
    case refusalDelta(PartID, String)
    /// The refusal is whole.
    case refusalEnd(PartID, text: String)

    /// A source that the answer cites.
    indirect case citation(PartID, Citation)
    /// A tool that the server ran itself.
    indirect case serverToolCall(ServerToolCall)

    /// Something of the request was changed or left out.
    indirect case adjustment(Adjustment)
    /// All that was shown so far is void: the request was started again. A user interface clears.
    indirect case restarted(attempt: Int, reason: String)

    /// Tokens used so far. Replaces what came before.
    indirect case usage(Usage)
    /// The end. Nothing follows.
    indirect case finished(FinishReason)
}

/// What the server says of the response before its content.
public struct ResponseInfo: Sendable, Hashable {
    /// The server's identifier of the response.
    public var id: String?
    /// The model that answers, which is not always the one asked for.
    public var model: String?

    /// Makes a value.
    public init(id: String? = nil, model: String? = nil) {
        self.id = id
        self.model = model
    }
}

/// What a model needs to read its own reasoning again: opaque, and only for the model that made it.
public struct ReasoningSignature: Sendable, Hashable, Codable {
    /// The server's own identifier of the item; `nil` where it gave none.
    public var itemID: String?
    /// The encrypted reasoning as the server sent it; `nil` where it sent none.
    public var encryptedContent: String?
    /// The model that was asked for.
    public var requestedModel: String
    /// The model that answered.
    public var servedModel: String?

    /// Makes a signature.
    public init(itemID: String? = nil, encryptedContent: String?, requestedModel: String, servedModel: String? = nil) {
        self.itemID = itemID
        self.encryptedContent = encryptedContent
        self.requestedModel = requestedModel
        self.servedModel = servedModel
    }
}

/// A source that an answer cites.
public struct Citation: Sendable, Hashable, Codable {
    /// The address of the source.
    public var url: String
    /// The title of the source.
    public var title: String?
    /// Where the cited words start in the part's text, counted as the server counts.
    public var start: Int?
    /// Where the cited words end.
    public var end: Int?

    /// Makes a citation.
    public init(url: String, title: String? = nil, start: Int? = nil, end: Int? = nil) {
        self.url = url
        self.title = title
        self.start = start
        self.end = end
    }
}

/// A call of a tool that the server runs itself, such as a web search.
public struct ServerToolCall: Sendable, Hashable {
    /// The item's position in the response's output.
    public var item: Int
    /// How far the call is.
    public enum Phase: String, Sendable, Hashable, Codable { case started, running, completed, failed }
    /// How far the call is.
    public var phase: Phase
    /// The server's identifier of the call.
    public var id: String?
    /// The tool's type as the server names it, such as `web_search_call`.
    public var type: String
    /// The item as the server sent it, to be sent back unchanged; `nil` before it is whole.
    public var content: JSONValue?

    /// Makes a value.
    public init(item: Int, phase: Phase, id: String? = nil, type: String, content: JSONValue? = nil) {
        self.item = item
        self.phase = phase
        self.id = id
        self.type = type
        self.content = content
    }
}

/// Why a generation ended: in the terms of this package, and in the server's own.
public struct FinishReason: Sendable, Hashable {
    /// The reasons that every provider shares.
    public enum Unified: String, Sendable, Hashable, Codable {
        /// The model came to an end.
        case stop
        /// A limit on tokens was reached; the output is cut off.
        case length
        /// The model waits for the output of tools.
        case toolCalls
        /// A content filter stopped it.
        case contentFilter
        /// The generation failed.
        case error
        /// A reason that is not among these.
        case other
    }
    /// The reason in the terms of this package.
    public var unified: Unified
    /// The server's own word for it.
    public var raw: String?

    /// Makes a reason.
    public init(_ unified: Unified, raw: String? = nil) {
        self.unified = unified
        self.raw = raw
    }
}

/// Something that was changed between what was asked and what was sent or served. Never an error, never silent.
public struct Adjustment: Sendable, Hashable, Codable {
    /// What kind of change it was.
    public enum Kind: String, Sendable, Hashable, Codable {
        /// An option was left out, because the model does not take it.
        case optionDropped
        /// An option was moved into the range that the model takes.
        case optionClamped
        /// An option was replaced by the nearest that the model takes.
        case optionApproximated
        /// Another model answered than the one asked for.
        case modelRedirected
        /// Something of a schema was left out or rewritten.
        case schemaChanged
        /// An entry of the transcript was repaired before it was sent.
        case transcriptRepaired
        /// Reasoning of another model was left out.
        case reasoningDropped
        /// The server's final word differs from what it had streamed.
        case streamMismatch
        /// The generation took more than one attempt.
        case retried
        /// Another backend answered in place of the first.
        case fallback
    }
    /// What kind of change it was.
    public var kind: Kind
    /// One sentence for a person: what, and what became of it.
    public var message: String

    /// Makes an adjustment.
    public init(_ kind: Kind, _ message: String) {
        self.kind = kind
        self.message = message
    }
}
