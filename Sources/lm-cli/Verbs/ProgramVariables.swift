import LMReplay

/// The environment variables that lead a program to a server on this machine.
enum ProgramVariables {
    /// The variables of a base URL: those that programs read by default, or those that `--env` names.
    static func of(_ baseURL: String, _ invocation: Invocation) -> [String: String] {
        var variables: [String: String] = [:]
        for name in names(invocation.arguments) { variables[name] = baseURL }
        let hasProxy = ["HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"].contains {
            invocation.environment[$0] != nil
        }
        guard hasProxy else { return variables }
        // Not every client knows by itself that a proxy cannot reach this machine.
        for name in ["NO_PROXY", "no_proxy"] {
            variables[name] = (invocation.environment[name].map { $0 + "," } ?? "") + "127.0.0.1,localhost"
        }
        return variables
    }

    /// The names of the variables that hold the base URL.
    static func names(_ arguments: ParsedArguments) -> [String] {
        arguments.value(.env)?.split(separator: ",").map(String.init) ?? RecordingProxy.variables
    }

    static let option = OptionSpec(
        .env, .value("names", .text), "Variables that CMD gets the base URL in, with commas between.",
        default: RecordingProxy.variables.joined(separator: ","))
}
