#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The files that paths stand for.
enum FileWalk {
    /// The files themselves, and those of folders and the folders in them, in the order of their names. Hidden ones and
    /// symbolic links are left out.
    static func files(_ paths: [String]) throws(CLIError) -> [String] {
        var files: [String] = []
        for path in paths {
            guard FileDescriptor.exists(path) else { throw CLIError(.noInput, "there is no \(path).") }
            if FileDescriptor.isFolder(path) { try collect(path, &files) } else { files.append(path) }
        }
        return files
    }

    private static func collect(_ folder: String, _ files: inout [String]) throws(CLIError) {
        let names: [String]
        do {
            names = try FileManager.default.contentsOfDirectory(atPath: folder)
        } catch {
            // What was not looked at must not count as looked through.
            throw CLIError(
                .noInput, "the folder \(folder) cannot be listed.", hint: "See its permissions, or name its files.")
        }
        for name in names.sorted() where !name.hasPrefix(".") {
            let path = folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
            if FileDescriptor.isLink(path) { continue }
            if FileDescriptor.isFolder(path) {
                try collect(path, &files)
            } else if FileDescriptor.isRegularFile(path) {
                files.append(path)
            }
        }
    }
}
