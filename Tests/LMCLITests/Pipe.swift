@testable import lm_cli

/// What the tool does first, and a test of a part of it has to do itself.
enum BrokenPipes {
    static let areIgnored: Void = SignalLoop.ignoreBrokenPipes()
}

/// A pipe whose ends close with it.
final class Pipe {
    let reading: FileDescriptor
    let writing: FileDescriptor
    private var isWritingOpen = true

    init() throws {
        BrokenPipes.areIgnored
        // A program that another test starts must not inherit an end: what reads from the pipe would never come to its end.
        let channel = try Channel()
        reading = channel.reading
        writing = channel.writing
    }

    deinit {
        closeWriting()
        reading.close()
    }

    func closeWriting() {
        if isWritingOpen { writing.close() }
        isWritingOpen = false
    }

    /// What has been written so far, without waiting for more.
    func available() throws -> [UInt8] {
        guard try reading.wait(for: .reading, milliseconds: 0) else { return [] }
        return try reading.read(upTo: 1 << 20)
    }

    /// Everything that was written, as text, after closing the writing end.
    func text() throws -> String {
        closeWriting()
        var bytes: [UInt8] = []
        while true {
            let chunk = try reading.read(upTo: 1 << 16)
            if chunk.isEmpty { return String(decoding: bytes, as: UTF8.self) }
            bytes += chunk
        }
    }
}
