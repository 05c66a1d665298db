extension IncrementalJSONParser {
    /// How many values of the snapshot are still open: the root, the last part of it, the last part of that, and so on.
    /// None where the value is whole.
    package var openDepth: Int { result == nil ? containers.count + (openScalar == nil ? 0 : 1) : 0 }

    /// The JSON pointer of the container that the next byte belongs to, also where that byte was no JSON.
    package var openContainerPath: String {
        JSONPointer(containers.dropLast().map(\.token)).description
    }
}
