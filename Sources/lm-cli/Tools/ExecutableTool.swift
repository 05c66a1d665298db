import LMJSON
import LMProtocol

/// A tool that is a program of the person's own.
///
/// Called with the argument `describe`, the program prints `{"name", "description", "parameters"}`, where the parameters are
/// JSON Schema. Called with `call`, it gets the arguments as JSON on standard input and prints what the model is to read.
struct ExecutableTool: Tool {
    /// How long the program may take to describe itself.
    static let descriptionTimeout = Duration.seconds(10)
    /// How long it may take for a call.
    static let callTimeout = Duration.seconds(120)

    let name: String
    let description: String
    let parameters: GenerationSchema
    /// The program.
    let path: String
    /// What it gets of the environment.
    private let variables: [String: String]

    /// Asks a program what it does. Throws where it does not say.
    ///
    /// - Parameter environment: What the program gets, which is no key that was not asked for by name.
    init(path: String, environment: ToolEnvironment) throws(CLIError) {
        let variables = environment.variables
        let outcome: ChildProcess.Outcome
        do throws(ChildProcess.Failure) {
            outcome = try ChildProcess.run(path, ["describe"], environment: variables, timeout: Self.descriptionTimeout)
        } catch {
            throw CLIError(.noInput, "the tool \(path) cannot be used: \(error).", hint: Self.hint)
        }
        guard outcome.status == 0 else {
            throw CLIError(
                .data,
                "the tool \(path) does not describe itself: it ended with \(outcome.status). \(outcome.errorText)",
                hint: Self.hint)
        }
        guard let json = try? JSONValue(parsing: outcome.output), let name = json["name"]?.stringValue, !name.isEmpty,
            let description = json["description"]?.stringValue
        else { throw CLIError(.data, "the tool \(path) does not describe itself in JSON.", hint: Self.hint) }
        do {
            parameters = try GenerationSchema(
                jsonSchema: json["parameters"] ?? ["type": "object", "properties": [:]], name: name)
        } catch {
            throw CLIError(
                .data,
                "the parameters of the tool \(path) are no usable JSON Schema: \(TextSanitizer.line("\(error)", limit: 200))",
                hint: Self.hint)
        }
        self.name = name
        self.description = description
        self.path = path
        self.variables = variables
    }

    private static let hint = "See: lm-cli help tools"

    /// Runs the program. What goes wrong is told to the model, which may try something else.
    @concurrent func call(arguments: GeneratedContent) async throws -> String {
        let input = arguments.json.bytes()
        let outcome: ChildProcess.Outcome
        do throws(ChildProcess.Failure) {
            outcome = try await ChildProcess.finish(
                path, ["call"], input: input, environment: variables, timeout: Self.callTimeout)
        } catch {
            return "The tool failed: \(error)."
        }
        let output = String(decoding: outcome.output, as: UTF8.self)
        guard outcome.status == 0 else {
            return "The tool failed with exit code \(outcome.status): \(outcome.errorText)\n\(output)"
        }
        return output
    }
}
