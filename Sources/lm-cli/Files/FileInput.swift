/// Files that the tool reads whole.
enum FileInput {
    /// The most bytes that are read of one file.
    static let sizeLimit = 64 * 1024 * 1024

    /// Reads a file. Throws an error that says why it cannot be read, and that nothing was sent, or whatever else was to be
    /// done with it.
    static func read(_ path: String, limit: Int = sizeLimit, verb: String = "sent") throws(CLIError) -> [UInt8] {
        if let kind = FileDescriptor.kind(of: path), let reason = unreadable(kind, path) {
            throw failure(path, reason, verb)
        }
        let descriptor: FileDescriptor
        do throws(SystemError) {
            descriptor = try FileDescriptor.open(path, .reading)
        } catch {
            throw failure(path, error.isNoSuchFile ? "no such file" : error.description, verb)
        }
        defer { descriptor.close() }
        var bytes: [UInt8] = []
        do throws(SystemError) {
            while true {
                let chunk = try descriptor.read(upTo: 256 * 1024)
                if chunk.isEmpty { return bytes }
                bytes += chunk
                if bytes.count > limit { break }
            }
        } catch {
            throw failure(path, error.description, verb)
        }
        throw CLIError(.data, "\(path) is larger than \(limit >> 20) MiB. Nothing was \(verb).")
    }

    /// Why what is no file is not read; `nil` for what a shell puts in the place of one, as `<(command)` does. Opening the
    /// others may wait for ever, or give bytes without end.
    private static func unreadable(_ kind: FileDescriptor.Kind, _ path: String) -> String? {
        switch kind {
        case .file, .closed: return nil
        case .pipe, .socket:
            let isGiven = ["/dev/fd/", "/proc/self/fd/", "/dev/stdin"].contains { path.hasPrefix($0) }
            return isGiven ? nil : kind == .pipe ? "it is a named pipe" : "it is a socket"
        case .folder: return "it is a folder"
        case .device, .terminal: return path == "/dev/null" ? nil : "it is a device"
        }
    }

    /// The bytes of a file up to its first line feed, as many as 64 KiB.
    static func firstLine(_ path: String) throws(SystemError) -> [UInt8] {
        let descriptor = try FileDescriptor.open(path, .reading)
        defer { descriptor.close() }
        var bytes: [UInt8] = []
        while bytes.count < 64 * 1024 {
            let chunk = try descriptor.read(upTo: 4096)
            if chunk.isEmpty { break }
            bytes += chunk
            if let end = bytes.firstIndex(of: UInt8(ascii: "\n")) { return Array(bytes[..<end]) }
        }
        return bytes
    }

    private static func failure(_ path: String, _ reason: String, _ verb: String) -> CLIError {
        CLIError(.noInput, "cannot read \(path): \(reason). Nothing was \(verb).")
    }
}
