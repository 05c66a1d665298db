import LMJSON
import LMProtocol
import LMProvider

/// The body of a request.
struct ParrotRequest {
    let json: JSONValue

    init(_ request: GenerationRequest, model: String, _ adjustments: inout [Adjustment]) {
        // What a session has mended already stays as it is.
        let (transcript, repairs) = TranscriptCheck.check(request.transcript)
        adjustments += repairs + request.adjustmentsForOptions(notOf: "parrot")
        let table = SamplingTable(
            names: [.temperature: "mood", .maximumTokens: "longest", .seed: "egg"], temperatures: 0...1)
        let sampling = SamplingOptions(request.options, table, &adjustments)
        var body = JSONObject()
        body["model"] = .string(model)
        for member in sampling.members { body[member.key] = member.value }
        var tools = request.tools
        switch request.options.toolCallingMode?.kind {
        case .disallowed: tools = []
        case .required, .requiredTool:
            adjustments.append(Adjustment(.optionDropped, "Parrot calls tools if it wants to; it was not told to."))
        case .allowed, nil: break
        }
        if !tools.isEmpty {
            body["tools"] = .array(
                tools.map {
                    ["tool": .string($0.name), "about": .string($0.description), "takes": $0.parameters.jsonSchema]
                })
        }
        if request.schema != nil {
            adjustments.append(Adjustment(.schemaChanged, "Parrot keeps no answer to a schema; it is checked here."))
        }
        if request.contextOptions.reasoningLevel != nil {
            adjustments.append(Adjustment(.optionDropped, "Parrot does not think; the reasoning level was left out."))
        }
        if !request.metadata.isEmpty {
            adjustments.append(Adjustment(.optionDropped, "Parrot takes no metadata; they were left out."))
        }
        body["turns"] = .array(transcript.flatMap { Self.turns(of: $0, &adjustments) })
        json = .object(body)
    }

    private static func turns(of entry: Transcript.Entry, _ adjustments: inout [Adjustment]) -> [JSONValue] {
        func turn(_ who: JSONValue, _ segments: [Transcript.Segment]) -> [JSONValue] {
            let words = segments.compactMap { segment -> String? in
                switch segment {
                case .text(let text): return text.content
                case .structure(let structure): return structure.content.jsonString
                case .attachment:
                    adjustments.append(Adjustment(.contentDropped, "Parrot cannot see; an attachment was left out."))
                    return nil
                }
            }
            return words.isEmpty ? [] : [["who": who, "words": .string(words.joined(separator: "\n"))]]
        }
        switch entry {
        case .instructions(let entry): return turn("keeper", entry.segments)
        case .prompt(let entry): return turn("visitor", entry.segments)
        case .response(let entry): return turn("parrot", entry.segments)
        case .toolOutput(let output): return turn(["tool": .string(output.id)], output.segments)
        case .toolCalls(let calls):
            return calls.map {
                ["call": ["id": .string($0.id), "tool": .string($0.toolName), "with": .string($0.arguments.jsonString)]]
            }
        // Parrot has neither reasoning nor steps of its own; another provider's are not for it.
        case .reasoning:
            adjustments.append(Adjustment(.reasoningDropped, "The reasoning of another model was left out."))
            return []
        case .data:
            adjustments.append(Adjustment(.contentDropped, "A step of another provider was left out."))
            return []
        }
    }
}
