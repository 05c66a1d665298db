@testable import lm_cli

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif
#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A folder that is gone when the test is.
final class TemporaryFolder: Sendable {
    let path: String

    init() throws {
        let url = FileManager.default.temporaryDirectory.appending(path: "lm-cli-tests-" + UUID().uuidString)
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        path = url.path
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// Writes a file and gives its path.
    @discardableResult
    func write(_ bytes: some Sequence<UInt8>, to name: String) throws -> String {
        let file = path + "/" + name
        try Data(bytes).write(to: URL(filePath: file))
        return file
    }

    /// Writes a script that can be run, and gives its path.
    ///
    /// Another program writes it: a file that this process has open for writing is open in whatever it starts meanwhile,
    /// until that has become another program, and cannot be run.
    func executable(_ script: String, named name: String) throws -> String {
        let source = try write(script.utf8, to: name + ".source")
        let file = path + "/" + name
        let outcome = try ChildProcess.run("install", ["-m", "700", source, file], timeout: .seconds(60))
        guard outcome.status == 0 else { throw SystemError(code: outcome.status) }
        return file
    }

    /// The bytes of a file; `nil` where there is none.
    func read(_ name: String) -> [UInt8]? {
        FileManager.default.contents(atPath: path + "/" + name).map(Array.init)
    }

    /// The permissions of a file; `nil` where there is none.
    func mode(of name: String) -> UInt32? {
        var information = stat()
        return stat(path + "/" + name, &information) == 0 ? UInt32(information.st_mode) & 0o777 : nil
    }

    /// The names of the files.
    var names: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted() }
}
