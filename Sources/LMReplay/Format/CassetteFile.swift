#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#elseif canImport(Glibc)
    import Glibc
#endif

/// Reads files whole, within a limit.
enum CassetteFile {
    /// The bytes of the file at a path.
    static func read(_ path: String, limit: Int) throws(CassetteError) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw openingFailed(path, errno) }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var status = stat()
        if fstat(descriptor, &status) == 0 {
            guard status.st_mode & S_IFMT != S_IFDIR else {
                throw CassetteError(.unreadable, "This is a folder, not a cassette.", path: path)
            }
            try check(Int(status.st_size), limit: limit, path: path)
            bytes.reserveCapacity(Int(status.st_size) + 1)
        }
        // A pipe states no size, and a file may grow, so the limit is kept while reading too.
        var chunk = [UInt8](repeating: 0, count: 1 << 18)
        while true {
            let count = chunk.withUnsafeMutableBytes { platformRead(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else {
                throw CassetteError(.unreadable, "The file cannot be read: \(message(errno)).", path: path)
            }
            guard count > 0 else { return bytes }
            bytes.append(contentsOf: chunk[..<count])
            try check(bytes.count, limit: limit, path: path)
        }
    }

    /// The system's words for an error number.
    static func message(_ number: Int32) -> String { String(cString: strerror(number)) }

    private static func check(_ size: Int, limit: Int, path: String) throws(CassetteError) {
        guard size <= limit else {
            throw CassetteError(.tooLarge, "The file has over \(limit) bytes, which is the limit.", path: path)
        }
    }

    private static func openingFailed(_ path: String, _ number: Int32) -> CassetteError {
        guard number == ENOENT || number == ENOTDIR else {
            return CassetteError(.unreadable, "The file cannot be opened: \(message(number)).", path: path)
        }
        if access(path + ".part", F_OK) == 0 {
            return CassetteError(
                .missing, "There is no such file, only the part of a recording that was not finished.",
                remedy: "Record again.", path: path)
        }
        return CassetteError(.missing, "There is no such file.", path: path)
    }
}

private func platformRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    read(descriptor, buffer, count)
}
