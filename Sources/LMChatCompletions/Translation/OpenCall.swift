import LMJSON

/// A call of a tool, as far as the model has made it.
struct OpenCall: Sendable {
    /// How far the call is.
    enum Phase: Sendable {
        /// Its name has not come yet.
        case pending
        case open, closed
        /// It has no name and is left out.
        case dropped
    }
    /// How an open call comes to its end.
    enum Closing: Sendable {
        /// The server says that the answer is whole.
        case whole
        /// A limit ended it: what looks whole is.
        case limit
        /// It broke off.
        case broken
    }
    /// The call's place in the response; known once it is open.
    var item: Int
    /// The index that the server gave it; `nil` for none.
    var index: Int?
    /// The identifier that the server gave it; `nil` for none.
    var id: String?
    var name: String?
    var arguments = ""
    /// The beginning of what may become `null`, which is no arguments.
    var held = ""
    var phase = Phase.pending
    /// Whether the arguments are whole; `nil` while they come.
    var isWhole: Bool?
    /// What the provider keeps with the call.
    var extra: JSONValue?
}
