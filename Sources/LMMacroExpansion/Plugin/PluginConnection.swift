#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Two file descriptors over which messages go, each after its length in eight bytes, the lowest first.
package struct PluginConnection {
    let input: Int32
    let output: Int32
    /// No message of a compiler is near this length; a larger one means that the stream is not one of messages.
    private static let messageLimit: UInt64 = 1 << 30

    package init(input: Int32, output: Int32) {
        self.input = input
        self.output = output
    }

    /// The next message; `nil` where the compiler has no more, which it says by an empty one or by closing the stream.
    func receive() -> [UInt8]? {
        guard let header = read(8) else { return nil }
        let length = header.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        guard length > 0, length <= PluginConnection.messageLimit else { return nil }
        return read(Int(length))
    }

    /// Sends a message, and says whether the compiler took it.
    func send(_ message: [UInt8]) -> Bool {
        let length = UInt64(message.count)
        return write((0..<8).map { UInt8(truncatingIfNeeded: length >> (8 * $0)) } + message)
    }

    private func read(_ count: Int) -> [UInt8]? {
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            while filled < count {
                let result = systemRead(input, buffer.baseAddress.map { $0 + filled }, count - filled)
                if result > 0 { filled += result } else if result == 0 || errno != EINTR { return }
            }
        }
        return bytes.count == count ? bytes : nil
    }

    private func write(_ bytes: [UInt8]) -> Bool {
        bytes.withUnsafeBytes { buffer in
            var sent = 0
            while sent < buffer.count {
                let result = systemWrite(output, buffer.baseAddress.map { $0 + sent }, buffer.count - sent)
                if result > 0 { sent += result } else if errno != EINTR { return false }
            }
            return true
        }
    }
}

private func systemRead(_ file: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    read(file, buffer, count)
}

private func systemWrite(_ file: Int32, _ buffer: UnsafeRawPointer?, _ count: Int) -> Int {
    write(file, buffer, count)
}
