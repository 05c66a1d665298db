import LMJSON
import LMProtocol

/// A tool that keeps what it was called with.
final class CountingTool: Tool {
    struct Arguments: ConvertibleFromGeneratedContent {
        var n: Int
        init(_ content: GeneratedContent) throws { n = content.json["n"]?.intValue ?? 0 }
    }
    private let seen = Counted()
    let name = "count"
    let description = "Counts."
    var parameters: GenerationSchema {
        GenerationSchema(
            name: "Arguments",
            jsonSchema: ["type": "object", "properties": ["n": ["type": "integer"]], "required": ["n"]])
    }
    var calls: [Int] { seen.values }

    func call(arguments: Arguments) async throws -> String {
        seen.add(arguments.n)
        return "counted \(arguments.n)"
    }
}
