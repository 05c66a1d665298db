import Foundation
import Testing

@testable import LMReplay

@Suite struct CassetteFolderTests {
    private let outside: TemporaryFolder
    private let folder: TemporaryFolder

    init() throws {
        outside = try TemporaryFolder()
        folder = try TemporaryFolder()
        outside.write([], to: "secret.cassette.jsonl")
        try folder.makeFolder("inner")
        func link(_ name: String, to target: String) throws {
            try FileManager.default.createSymbolicLink(atPath: folder.file(name), withDestinationPath: target)
        }
        try link("out", to: outside.path)
        try link("file.cassette.jsonl", to: outside.file("secret.cassette.jsonl"))
        try link("nowhere.cassette.jsonl", to: outside.file("new.cassette.jsonl"))
        try link("in.cassette.jsonl", to: "inner/a.cassette.jsonl")
        try link("within", to: "inner")
        folder.write([], to: "inner/a.cassette.jsonl")
    }

    @Test(arguments: [
        "hello", "hello.cassette.jsonl", "inner/a", "new/deep/a", "in", "within/a", "within/new", "a b", "..a",
    ])
    func `names of cassettes lie in the folder`(name: String) throws {
        let path = try CassetteFolder(path: folder.path).path(of: name)
        #expect(path == folder.file(name.hasSuffix(".cassette.jsonl") ? name : name + ".cassette.jsonl"))
    }

    @Test(arguments: [
        "", ".", "..", "../x", "a/../../x", "/etc/passwd", "a//b", "a/", "./a", "out/secret", "out/new", "file",
        "nowhere", "x\0y",
    ])
    func `names that lead out are refused`(name: String) {
        do {
            _ = try CassetteFolder(path: folder.path).path(of: name)
            Issue.record("It was taken.")
        } catch { #expect(error.kind == .badName) }
    }

    @Test func `a folder that is not there yet takes names too`() throws {
        #expect(try CassetteFolder(path: "/nowhere/at/all").path(of: "a") == "/nowhere/at/all/a.cassette.jsonl")
    }
}
