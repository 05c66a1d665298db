#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The files under `Fixtures/`.
public enum Fixtures {
    /// The folder of the fixtures.
    public static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Fixtures")

    /// The path of a fixture.
    public static func path(_ name: String) -> String { folder.appending(path: name).path }

    /// The bytes of a fixture.
    public static func bytes(_ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(filePath: path(name))))
    }
}
