import LMJSON

/// What is kept of a mistake of the tool itself, so that it can be reported: what failed and in which command, but nothing of
/// what was asked, answered or set.
enum CrashReport {
    /// Writes a report. Gives its path; `nil` where none can be written.
    static func write(_ failure: CLIError, _ arguments: ParsedArguments, environment: Environment) -> String? {
        let path = Folders(environment: environment).state + "/crash-\(Platform.processIdentifier).json"
        var object = JSONObject()
        object["version"] = .string(ProductVersion.text)
        object["command"] = .string(arguments.path.map(\.name).joined(separator: " "))
        object["options"] = .array(arguments.givenNames.map(\.rawValue).sorted().map(JSONValue.string))
        object["message"] = .string(failure.message)
        let document = JSONValue.object(object).bytes(.pretty) + [UInt8(ascii: "\n")]
        do throws(SystemError) { try PrivateFile.write(document, to: path) } catch { return nil }
        return path
    }
}
