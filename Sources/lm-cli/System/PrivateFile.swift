#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Files that only their owner may read, written whole or not at all.
enum PrivateFile {
    /// Why a file is not trusted.
    enum Problem: Error, Hashable, CustomStringConvertible {
        case isSymbolicLink
        case isReadableByOthers(mode: UInt32)
        case failed(SystemError)

        var description: String {
            switch self {
            case .isSymbolicLink: "it is a symbolic link"
            case .isReadableByOthers(let mode): "others can read it (mode \(String(mode, radix: 8)))"
            case .failed(let error): error.description
            }
        }
    }

    /// Reads a file. `nil` where there is none; throws where others could have read or replaced it.
    static func read(_ path: String, limit: Int = 16 * 1024 * 1024) throws(Problem) -> [UInt8]? {
        var information = stat()
        guard lstat(path, &information) == 0 else {
            let error = Platform.lastError
            if error.isNoSuchFile { return nil }
            throw .failed(error)
        }
        if information.st_mode & S_IFMT == S_IFLNK { throw .isSymbolicLink }
        let mode = UInt32(information.st_mode) & 0o777
        if mode & 0o077 != 0 { throw .isReadableByOthers(mode: mode) }
        do throws(SystemError) {
            let descriptor = try FileDescriptor.open(path, .reading)
            defer { descriptor.close() }
            var bytes: [UInt8] = []
            while bytes.count < limit {
                let chunk = try descriptor.read(upTo: 64 * 1024)
                if chunk.isEmpty { break }
                bytes += chunk
            }
            return bytes
        } catch {
            throw .failed(error)
        }
    }

    /// Writes a file in place of the old one, and the folders above it where they are missing.
    static func write(_ bytes: [UInt8], to path: String) throws(SystemError) {
        try makeFolder(above: path)
        try FileWriter.write(bytes, to: path, readers: .owner)
    }

    /// Makes the folder of a file, for its owner only, with those above it.
    static func makeFolder(above path: String) throws(SystemError) {
        guard let slash = path.lastIndex(of: "/"), slash > path.startIndex else { return }
        let folder = String(path[..<slash])
        guard mkdir(folder, 0o700) != 0 else { return }
        let error = Platform.lastError
        if error.isFileExists { return }
        guard error.isNoSuchFile else { throw error }
        try makeFolder(above: folder)
        guard mkdir(folder, 0o700) == 0 || Platform.lastError.isFileExists else { throw Platform.lastError }
    }
}
