extension Decoder {
    /// Whether the decoder gives the members of an object in the order they were written; Foundation's do not.
    package var keepsMemberOrder: Bool { self is JSONValueDecoder }
}

extension Encoder {
    /// Whether the encoder writes the members of an object in the order they are encoded, and every number as it is.
    package var isExact: Bool { self is JSONValueEncoder }
}
