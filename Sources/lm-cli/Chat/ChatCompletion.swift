#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What a line of a chat may be completed to.
enum ChatCompletion {
    /// The whole lines that a line may become.
    static func candidates(for line: String, environment: Environment) -> [String] {
        guard line.hasPrefix("/") else { return [] }
        guard let space = line.firstIndex(of: " ") else {
            return SlashCommand.allCases.map { "/" + $0.rawValue }.filter { $0.hasPrefix(line) }
        }
        let head = line[...space]
        let word = String(line[line.index(after: space)...])
        return values(of: String(head.dropFirst().dropLast()), starting: word, environment).map { head + $0 }
    }

    private static func values(of command: String, starting word: String, _ environment: Environment) -> [String] {
        switch SlashCommand(rawValue: command) {
        case .model, .retry, .compare: ModelCatalogue.names.filter { $0.hasPrefix(word) }
        case .image, .file, .export, .copy: files(starting: word, environment)
        case .record: files(starting: word, environment) + (("stop").hasPrefix(word) ? ["stop"] : [])
        case .open: SessionStore(environment: environment).names().filter { $0.hasPrefix(word) }
        case .tools: ["on ", "off "].filter { $0.hasPrefix(word) }
        default: []
        }
    }

    private static func files(starting word: String, _ environment: Environment) -> [String] {
        let slash = word.lastIndex(of: "/")
        let folder = slash.map { String(word[...$0]) } ?? ""
        let start = slash.map { String(word[word.index(after: $0)...]) } ?? word
        let path = folder.isEmpty ? "." : PathInput.path(folder, environment: environment)
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        return names.filter { $0.hasPrefix(start) && (!$0.hasPrefix(".") || start.hasPrefix(".")) }.sorted().map {
            folder + $0
        }
    }
}
