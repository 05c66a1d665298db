#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#elseif canImport(Glibc)
    import Glibc
#endif

/// A folder of cassettes, out of which no name leads.
public struct CassetteFolder: Sendable, Hashable {
    /// How the file names of cassettes end.
    public static let suffix = ".cassette.jsonl"

    /// The folder.
    public let path: String

    /// Makes a folder of a path. It need not exist yet.
    public init(path: String) { self.path = path }

    /// The path of the cassette of a name, such as `hello` or `grok/hello`, whether it exists or not.
    ///
    /// - Throws: ``CassetteError`` of the kind `badName` where the name is empty or absolute, has a part `.` or `..`, or
    ///   leads through a symbolic link out of the folder.
    public func path(of name: String) throws(CassetteError) -> String {
        let parts = name.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        let isSound = parts.allSatisfy { part in
            !part.isEmpty && !part.elementsEqual("..".utf8) && !part.elementsEqual(".".utf8) && !part.contains(0)
        }
        guard isSound else {
            throw CassetteError(
                .badName, "\"\(name)\" is no name of a cassette: it must lie in its folder.", path: path)
        }
        let file = "\(path)/\(name)" + (name.hasSuffix(Self.suffix) ? "" : Self.suffix)
        // The file may be a link, or lie in a folder that is one; of what does not exist, no part is a link.
        guard let root = Self.real(path) else { return file }
        var existing = file
        while Self.real(existing) == nil, let slash = existing.utf8.lastIndex(of: UInt8(ascii: "/")) {
            // A link to nowhere cannot be resolved, and writing to it would make a file elsewhere.
            if Self.isLink(existing) { throw Self.leadsOut(name, path) }
            existing = String(existing[..<slash])
        }
        guard let target = Self.real(existing), target == root || target.hasPrefix(root == "/" ? "/" : root + "/")
        else {
            throw Self.leadsOut(name, path)
        }
        return file
    }

    private static func leadsOut(_ name: String, _ path: String) -> CassetteError {
        CassetteError(.badName, "\"\(name)\" leads through a symbolic link out of the folder.", path: path)
    }

    private static func isLink(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
    }

    private static func real(_ path: String) -> String? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }
}
