import Synchronization

/// Messages as lines: of a file or a pipe, or of a terminal whose own line editing is used because it cannot move its cursor
/// or because a screen reader follows it.
final class LineChatInput: ChatInput {
    private let reader: InputReader
    private let console: Console
    private let stop: StopSignal
    /// Whether a person types the lines.
    private let isInteractive: Bool
    private let pending = Mutex<[UInt8]>([])

    init(_ descriptor: FileDescriptor, console: Console, stop: StopSignal, isInteractive: Bool) throws(SystemError) {
        reader = try InputReader(descriptor)
        self.console = console
        self.stop = stop
        self.isInteractive = isInteractive
    }

    func close() {}
    func prefill(_ text: String) {}

    nonisolated(nonsending) func next() async -> ChatEvent {
        if isInteractive { console.draw("> ") }
        return await nextLine()
    }

    private nonisolated(nonsending) func nextLine() async -> ChatEvent {
        while true {
            if let line = takeLine() { return .line(line) }
            guard let bytes = await reader.next() else {
                let rest = pending.withLock { bytes in
                    defer { bytes = [] }
                    return bytes
                }
                return rest.isEmpty ? .end : .line(String(decoding: rest, as: UTF8.self))
            }
            if bytes.isEmpty { return .interrupt }
            pending.withLock { $0 += bytes }
        }
    }

    private func takeLine() -> String? {
        pending.withLock { bytes in
            guard let end = bytes.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
            var line = bytes[..<end]
            if line.last == UInt8(ascii: "\r") { line = line.dropLast() }
            defer { bytes.removeSubrange(...end) }
            return String(decoding: line, as: UTF8.self)
        }
    }

    nonisolated(nonsending) func waitForStop() async { await stop.wait() }

    nonisolated(nonsending) func key(after question: String) async -> Key? {
        guard isInteractive else { return nil }
        // What was typed ahead was not meant for this question.
        let ahead = pending.withLock { bytes in
            defer { bytes = [] }
            return bytes + reader.available()
        }
        defer { pending.withLock { $0 = ahead + $0 } }
        console.draw(question)
        guard case .line(let line) = await nextLine() else { return nil }
        return line.first.map { .text(String($0)) } ?? .enter
    }

    nonisolated(nonsending) func suspended<Value>(_ work: () async throws -> Value) async rethrows -> Value {
        reader.setPaused(true)
        defer { reader.setPaused(false) }
        return try await work()
    }

    nonisolated(nonsending) func choose(_ question: String, among options: [String]) async -> Int? { nil }
}
