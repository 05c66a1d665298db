/// Writes a cassette's requests as a shell script of `curl` commands.
///
/// The key is taken from an environment variable when the script runs, and is nowhere in it.
public enum CurlScript {
    /// The script.
    ///
    /// - Parameter keyVariable: the environment variable that has the key.
    public static func export(_ cassette: Cassette, keyVariable: String = "XAI_API_KEY") -> [UInt8] {
        var script = "#!/bin/sh\n# The requests of a cassette. Set \(keyVariable) to run it.\nset -eu\n"
        for interaction in cassette.interactions {
            script += "\n# \(interaction.number)"
            if let status = interaction.response?.status { script += ": answered \(status) when it was recorded" }
            script += "\n" + command(interaction.request, keyVariable: keyVariable) + "\n"
        }
        return Array(script.utf8)
    }

    private static func command(_ request: RecordedRequest, keyVariable: String) -> String {
        var words = ["curl -sS -N -X \(quoted(request.method)) \(quoted(request.url))"]
        words.append("-H \"Authorization: Bearer ${\(keyVariable)}\"")
        words += request.headers.fields.map { "-H \(quoted("\($0.name): \($0.value)"))" }
        guard !request.body.isEmpty else { return words.joined(separator: " \\\n  ") }
        if let text = String(validating: request.body, as: UTF8.self), !text.utf8.contains(0) {
            words.append("--data-raw \(quoted(text))")
            return words.joined(separator: " \\\n  ")
        }
        // A word of the shell cannot hold every byte, so the body comes through a pipe.
        var base64: [UInt8] = []
        Base64.append(request.body, to: &base64)
        words.append("--data-binary @-")
        return "printf %s \(quoted(String(decoding: base64, as: UTF8.self))) | base64 -d | "
            + words.joined(separator: " \\\n  ")
    }

    /// A word of the shell that stands for the text, whatever is in it.
    private static func quoted(_ text: String) -> String { "'\(text.replacing("'", with: "'\\''"))'" }
}
