import LMTransport

/// Makes cassettes of what other formats hold: what must not be recorded is left out here, too.
enum ImportedExchange {
    /// A cassette of exchanges, redacted and numbered.
    static func cassette(
        _ interactions: [Interaction], recorder: String, recorded: String?, redaction: Redaction
    ) -> Cassette {
        var redactor = Redactor(redaction)
        return Cassette(
            header: CassetteHeader(recorder: recorder, recorded: recorded, redaction: redaction.name),
            interactions: interactions.enumerated().map { index, interaction in
                var interaction = redactor.redact(interaction)
                interaction.number = index + 1
                return interaction
            })
    }

    /// Header fields of pairs of names and values, those that may be recorded.
    static func headers<AllowList>(_ pairs: [(String, String)], _ type: AllowList.Type) -> RecordedHeaders<AllowList> {
        RecordedHeaders(
            keeping: HTTPFields(
                pairs.compactMap { name, value in
                    HTTPFieldName(name).map { HTTPFields.Field(name: $0, value: value) }
                }))
    }
}
