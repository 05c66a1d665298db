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

    /// Makes the folder in which a file is to lie, and those above it.
    ///
    /// - Throws: ``CassetteError`` with the folder and the reason.
    package static func makeParent(of file: String) throws(CassetteError) {
        guard let slash = file.utf8.lastIndex(of: UInt8(ascii: "/")), slash > file.startIndex else { return }
        let folder = String(file[..<slash])
        var status = stat()
        if stat(folder, &status) == 0 {
            guard status.st_mode & S_IFMT == S_IFDIR else { throw cannotMake(folder, ENOTDIR) }
            return
        }
        try makeParent(of: folder)
        guard mkdir(folder, 0o777) == 0 || errno == EEXIST else { throw cannotMake(folder, errno) }
    }

    private static func cannotMake(_ folder: String, _ number: Int32) -> CassetteError {
        CassetteError(
            .unwritable, "The folder cannot be made: \(CassetteFile.message(number)).",
            remedy: "Name another folder for the cassettes.", path: folder)
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

    /// The names of the cassettes in the folder and the folders in it, sorted; symbolic links are not followed.
    public func names() throws(CassetteError) -> [String] {
        var names: [String] = []
        try collect(prefix: "", into: &names)
        return names.sorted()
    }

    /// The cassettes at a path by their names: those of a folder, or the one that a file is.
    static func cassettes(at path: String) throws(CassetteError) -> [String: Cassette] {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
            let file =
                path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path[path.utf8.index(after: $0)...] } ?? path[...]
            let name = file.hasSuffix(suffix) ? String(file.dropLast(suffix.count)) : String(file)
            return [name: try Cassette(contentsOf: path)]
        }
        let folder = CassetteFolder(path: path)
        var cassettes: [String: Cassette] = [:]
        for name in try folder.names() { cassettes[name] = try Cassette(contentsOf: folder.path(of: name)) }
        guard !cassettes.isEmpty else {
            throw CassetteError(.missing, "There are no cassettes (NAME\(suffix)) in this folder.", path: path)
        }
        return cassettes
    }

    private func collect(prefix: String, into names: inout [String]) throws(CassetteError) {
        guard let directory = opendir("\(path)/\(prefix)") else {
            throw CassetteError(.missing, "The folder cannot be read: \(CassetteFile.message(errno)).", path: path)
        }
        defer { closedir(directory) }
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            guard name != ".", name != ".." else { continue }
            var status = stat()
            guard lstat("\(path)/\(prefix)\(name)", &status) == 0 else { continue }
            switch status.st_mode & S_IFMT {
            case S_IFDIR: try collect(prefix: "\(prefix)\(name)/", into: &names)
            case S_IFREG where name.hasSuffix(Self.suffix):
                names.append(prefix + name.dropLast(Self.suffix.count))
            default: break
            }
        }
    }
}
