#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// How people name cassettes: by path, or by the bare name of one in the current folder or under `Fixtures/`.
enum CassetteName {
    /// How the name of every cassette ends.
    static let suffix = ".cassette.jsonl"
    /// Where a bare name is looked for, in this order.
    static let folders = ["", "Fixtures/"]

    /// The path that a name stands for; the name itself where nothing better is there, so that the error speaks of it.
    static func path(_ name: String) -> String {
        // A folder may have the name of a cassette in it.
        let isPath = name.contains("/") || FileDescriptor.exists(name) && !FileDescriptor.isFolder(name)
        guard !isPath else { return name }
        let endings = name.hasSuffix(suffix) ? [""] : [suffix, ""]
        for folder in folders {
            for ending in endings where FileDescriptor.isRegularFile(folder + name + ending) {
                return folder + name + ending
            }
        }
        return name
    }

    /// The path of a cassette that is to be written: a bare name gets the ending that all cassettes have.
    static func newPath(_ name: String) -> String {
        PathInput.fileName(name).contains(".") ? name : name + suffix
    }

    /// The cassettes of the current folder and of `Fixtures/`, by the name that ``path(_:)`` finds them under.
    static func available() -> [String] {
        folders.flatMap { folder -> [String] in
            let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.isEmpty ? "." : folder)) ?? []
            return files.filter { $0.hasSuffix(suffix) }.map { String($0.dropLast(suffix.count)) }
        }.sorted()
    }
}
