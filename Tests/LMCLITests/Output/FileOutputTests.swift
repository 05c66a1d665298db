import Testing

@testable import lm_cli

@Suite struct FileOutputTests {
    @Test func `the old file stands until the new one is whole`() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("old".utf8, to: "reply.txt")
        let output = try FileOutput(path: path)
        try output.write("new")
        #expect(folder.read("reply.txt") == Array("old".utf8))
        try output.commit()
        #expect(folder.read("reply.txt") == Array("new".utf8))
        #expect(folder.names == ["reply.txt"])
    }

    @Test func `what came of a broken answer is kept beside it`() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("old".utf8, to: "reply.txt")
        let output = try FileOutput(path: path)
        try output.write("half")
        #expect(output.keepPartial() == path + ".partial")
        #expect(folder.read("reply.txt") == Array("old".utf8))
        #expect(folder.read("reply.txt.partial") == Array("half".utf8))
    }

    @Test func `nothing is left of an answer that did not come`() throws {
        let folder = try TemporaryFolder()
        do {
            let output = try FileOutput(path: folder.path + "/reply.txt")
            #expect(output.keepPartial() == nil)
            _ = try FileOutput(path: folder.path + "/other.txt")
        }
        #expect(folder.names.isEmpty)
    }

    @Test func `a folder that is not there is known before anything is sent`() throws {
        let folder = try TemporaryFolder()
        let error = try #require(throws: CLIError.self) {
            try FileOutput(path: folder.path + "/nope/reply.txt")
        }
        #expect(error.code == .cannotCreate)
        #expect(error.message.hasSuffix("no such folder. Nothing was sent."))
    }

    @Test func `a device is written in place`() throws {
        let output = try FileOutput(path: "/dev/null")
        try output.write("away")
        try output.commit()
    }
}
