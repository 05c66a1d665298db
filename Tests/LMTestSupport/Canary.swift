/// A key that must never be seen anywhere but on the wire.
public let canaryKey = "xai-CANARY0key0that0must0never0be0seen0anywhere0"
