extension [Transcript.Segment] {
    /// The same segments under identifiers of a session's own source, so that a transcript can be the same in every run.
    func identified(by identifiers: () -> String) -> [Transcript.Segment] {
        map { segment in
            switch segment {
            case .text(var text):
                text.id = identifiers()
                return .text(text)
            case .structure(var structure):
                structure.id = identifiers()
                return .structure(structure)
            case .attachment(var attachment):
                attachment.id = identifiers()
                return .attachment(attachment)
            }
        }
    }
}
