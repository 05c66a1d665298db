@testable import lm_cli

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

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
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { throw Platform.lastError }
        reading = FileDescriptor(rawValue: ends[0])
        writing = FileDescriptor(rawValue: ends[1])
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
