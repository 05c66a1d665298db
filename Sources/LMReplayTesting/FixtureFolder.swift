#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Finds where a package keeps its cassettes.
enum FixtureFolder {
    /// The nearest folder `Fixtures` beside or above a source file, not above its package; where there is none, the one
    /// that would lie beside `Package.swift`.
    static func nearest(to file: String) -> String {
        var folder = file
        var fallback = folder
        while let slash = folder.lastIndex(of: "/") {
            folder = String(folder[..<slash])
            if isFolder("\(folder)/Fixtures") { return "\(folder)/Fixtures" }
            fallback = "\(folder)/Fixtures"
            if FileManager.default.fileExists(atPath: "\(folder)/Package.swift") { break }
        }
        return fallback
    }

    private static func isFolder(_ path: String) -> Bool {
        var isFolder = false
        return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder
    }
}
