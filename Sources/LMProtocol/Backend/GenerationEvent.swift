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
    indirect case reasoningData(item: Int, ProviderData)
    /// What the provider keeps with a part of the text or with a tool call, such as a signature. Replaces what came
    /// before for the same part.
    indirect case partData(PartID, ProviderData)
    /// What the provider keeps with a message as a whole. Replaces what came before for the same item.
    indirect case messageData(item: Int, ProviderData)

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

/// A source that an answer cites.
public struct Citation: Sendable, Hashable, Codable {
    /// The address of the source; `nil` for one that has none, such as a document that came with the prompt.
    public var url: String?
    /// The title of the source.
    public var title: String?
    /// Where the cited words start in the part's text, counted as the server counts.
    public var start: Int?
    /// Where the cited words end.
    public var end: Int?
    /// The words of the source that are cited, if the server gives them.
    public var citedText: String?
    /// Where in the source they stand, in words for a person, such as `page 3`.
    public var location: String?

    /// Makes a citation.
    ///
    /// - Parameters:
    ///   - url: The address of the source.
    ///   - title: The title of the source.
    ///   - start: Where the cited words start in the part's text.
    ///   - end: Where they end.
    ///   - citedText: The words of the source.
    ///   - location: Where in the source they stand.
    public init(
        url: String? = nil, title: String? = nil, start: Int? = nil, end: Int? = nil, citedText: String? = nil,
        location: String? = nil
    ) {
        self.url = url
        self.title = title
        self.start = start
        self.end = end
        self.citedText = citedText
        self.location = location
    }
}

/// A call of a tool that the server runs itself, such as a web search.
public struct ServerToolCall: Sendable, Hashable {
    /// The item's position in the response's output.
    public var item: Int
    /// How far the call is.
    public enum Phase: String, Sendable, Hashable, Codable {
        /// The model asked for it.
        case started
        /// It runs.
        case running
        /// It is done.
        case completed
        /// It failed; the model goes on without it.
        case failed
    }
    /// How far the call is.
    public var phase: Phase
    /// The server's identifier of the call.
    public var id: String?
    /// The tool's type as the server names it, such as `web_search_call`.
    public var type: String
    /// The item as the server sent it, to be sent back unchanged; `nil` before it is whole.
    public var data: ProviderData?

    /// Makes a value.
    public init(item: Int, phase: Phase, id: String? = nil, type: String, data: ProviderData? = nil) {
        self.item = item
        self.phase = phase
        self.id = id
        self.type = type
        self.data = data
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
        /// The model refused to answer; what it said instead is the text.
        case refusal
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
        /// A piece of the transcript that the model cannot take, such as a file, was left out.
        case contentDropped
        /// A piece of the transcript was sent in another form, such as a tool's image behind the tool's output.
        case contentRewritten
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
