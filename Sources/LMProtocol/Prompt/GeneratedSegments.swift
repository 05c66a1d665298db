import LMJSON

/// How generated content stands in a prompt.
enum GeneratedSegments {
    static func segments(of value: some ConvertibleToGeneratedContent) -> [Transcript.Segment] {
        let content = value.generatedContent
        switch content.json {
        case .null: return []
        case .string(let text): return [.text(.init(content: text))]
        case .bool, .number: return [.text(.init(content: content.jsonString))]
        case .array, .object:
            let name = (type(of: value) as? any Generable.Type)?.generationSchema.name
            return [.structure(.init(schemaName: name ?? "", content: content))]
        }
    }
}
