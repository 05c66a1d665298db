import LMJSON
import LMProtocol

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The conversations that are kept, one file each, readable by their owner only. Files are written whole, so that any
/// number of tools may run side by side.
struct SessionStore: Sendable {
    private static let ending = ".session.jsonl"

    /// The folder of the files.
    let folder: String
    /// The file of the last question that never got a word.
    private let questionPath: String
    /// The time of day.
    var now: @Sendable () -> Date = { Date() }

    /// The store of an environment.
    init(environment: Environment) {
        let folders = Folders(environment: environment)
        folder = folders.sessions
        questionPath = folders.question
    }

    // MARK: Names

    /// A name that no other conversation has: the time, and six random digits.
    func newID() -> String {
        let time = now().formatted(.iso8601).filter(\.isNumber)
        let random = String(UInt32.random(in: 0x100000...0xFFFFFF), radix: 16)
        return "\(time.prefix(8))-\(time.dropFirst(8).prefix(6))-\(random)"
    }

    /// The present time, as files state it.
    var timestamp: String { now().formatted(.iso8601) }

    /// The name that a text stands for: `last`, a name, or the beginning or end of exactly one.
    func resolve(_ text: String) throws(CLIError) -> String {
        let names = names()
        if text == "last" {
            guard let last = newest(names) else { throw notFound("there is no conversation yet.") }
            return last
        }
        if names.contains(text) { return text }
        let matches = text.isEmpty ? [] : names.filter { $0.hasPrefix(text) || $0.hasSuffix(text) }
        switch matches.count {
        case 1: return matches[0]
        case 0: throw notFound("there is no conversation \"\(text)\".")
        default:
            throw .usage("\"\(text)\" stands for \(matches.count) conversations.", hint: "Such as \(matches[0]).")
        }
    }

    private func notFound(_ message: String) -> CLIError {
        CLIError(.noInput, message, hint: "See: lm-cli sessions")
    }

    /// The names of all conversations, the oldest first.
    func names() -> [String] {
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return files.filter { $0.hasSuffix(Self.ending) }.map { String($0.dropLast(Self.ending.count)) }.sorted()
    }

    private func newest(_ names: [String]) -> String? {
        names.max { (FileDescriptor.modified(path(of: $0)), $0) < (FileDescriptor.modified(path(of: $1)), $1) }
    }

    /// The file of a conversation.
    func path(of id: String) -> String { "\(folder)/\(id)\(Self.ending)" }

    // MARK: Reading

    /// The headings of all conversations that can be read, the newest last.
    func headings() -> [SavedConversation.Heading] {
        names().compactMap { id in
            guard let bytes = try? FileInput.firstLine(path(of: id)), let json = try? JSONValue(parsing: bytes) else {
                return nil
            }
            return SavedConversation.Heading(json)
        }.sorted { ($0.updated, $0.id) < ($1.updated, $1.id) }
    }

    /// What of the store cannot be read, a sentence each. A folder that is not there yet is no problem.
    var problems: [String] {
        guard FileDescriptor.exists(folder) else { return [] }
        do {
            _ = try FileManager.default.contentsOfDirectory(atPath: folder)
        } catch {
            return ["the conversations in \(folder) cannot be listed."]
        }
        let read = Set(headings().map(\.id))
        return names().filter { !read.contains($0) }.map {
            "the conversation \($0) is damaged or of a newer version. Its file is \(path(of: $0))."
        }
    }

    /// Reads a conversation.
    func load(_ id: String) throws(CLIError) -> SavedConversation { try load(id, from: path(of: id)) }

    /// What was asked last: the last conversation, or a later question that never got a word.
    func lastAsked() throws(CLIError) -> SavedConversation {
        let newest = newest(names())
        let isNewer = newest.map { FileDescriptor.modified(path(of: $0)) < FileDescriptor.modified(questionPath) }
        if FileDescriptor.exists(questionPath), isNewer ?? true { return try load("last", from: questionPath) }
        return try load(resolve("last"))
    }

    private func load(_ id: String, from path: String) throws(CLIError) -> SavedConversation {
        let bytes: [UInt8]?
        do throws(PrivateFile.Problem) {
            bytes = try PrivateFile.read(path, limit: 1 << 30)
        } catch {
            throw CLIError(.noInput, "the conversation \(id) cannot be read: \(error).", hint: "Its file is \(path).")
        }
        guard let bytes else { throw notFound("there is no conversation \"\(id)\".") }
        let lines = bytes.split(separator: UInt8(ascii: "\n"), maxSplits: 1)
        guard lines.count == 2, let head = try? JSONValue(parsing: Array(lines[0])),
            let heading = SavedConversation.Heading(head)
        else {
            throw CLIError(
                .data, "the conversation \(id) is damaged or of a newer version.", hint: "Its file is \(path).")
        }
        do {
            let transcript = try JSONValue(parsing: Array(lines[1])).decode(Transcript.self)
            return SavedConversation(heading: heading, transcript: transcript)
        } catch {
            let reason = TextSanitizer.line(String(describing: error), limit: 200)
            throw CLIError(.data, "the conversation \(id) is damaged: \(reason)", hint: "Its file is \(path).")
        }
    }

    // MARK: Writing

    /// Writes a conversation in place of what was there.
    func save(_ conversation: SavedConversation) throws(CLIError) {
        try save(conversation, to: path(of: conversation.heading.id))
    }

    /// Keeps a question that never got a word, which is no conversation, to be asked again.
    func saveQuestion(_ conversation: SavedConversation) throws(CLIError) { try save(conversation, to: questionPath) }

    private func save(_ conversation: SavedConversation, to path: String) throws(CLIError) {
        do {
            var bytes = JSONText.line(conversation.heading.json)
            bytes += JSONText.line(try JSONValue.encoding(conversation.transcript))
            try PrivateFile.write(bytes, to: path)
        } catch {
            throw CLIError(
                .cannotCreate, "cannot keep the conversation: \(error).",
                hint: "Its file is \(path).")
        }
    }

    /// Forgets a conversation.
    func remove(_ id: String) throws(CLIError) {
        guard FileDescriptor.remove(path(of: id)) else {
            throw CLIError(.cannotCreate, "cannot remove \(path(of: id)): \(Platform.lastError).")
        }
    }
}
