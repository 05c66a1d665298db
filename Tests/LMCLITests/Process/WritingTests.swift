import Foundation
import LMJSON
import LMTestSupport
import Testing

@testable import lm_cli

/// What becomes of output that cannot be written, on the built tool.
@Suite struct WritingTests {
    @Test(arguments: [
        "--version", "--help", "help exit-codes", "models", "models show grok-4.3", "tools", "tools show current_time",
        "tools run current_time", "completions bash", "doctor", "demo streaming", "replay demo", "replay demo --json",
        "ask --replay demo hi", "ask --replay demo --json hi", "keys --json", "sessions --json",
        "chat --replay demo hi",
    ])
    func `a closed standard output is an error, whatever is asked`(words: String) async throws {
        let outcome = try await Tool().shell("\"$LM\" \(words) </dev/null >&-; echo $? >&2")
        #expect(outcome.errors.contains("cannot write to standard output: "), "\(words): \(outcome.errors)")
        #expect(outcome.errors.hasSuffix("74\n"), "\(words): \(outcome.errors)")
    }

    @Test func `nothing is sent where the answer could not be written`() async throws {
        let server = try LoopbackServer { _ in ServedReply.steps("ok") }
        let tool = try Tool()
        let address = server.url("/v1").absoluteString
        let closed = try await tool.shell("\"$LM\" ask --base-url \(address) -m test hi </dev/null >&-; echo $? >&2")
        #expect(closed.errors.hasSuffix("74\n"))
        #expect(server.requests.isEmpty)
        // A file takes the answer all the same.
        let file = tool.folder.path + "/answer"
        let named = try await tool.shell("\"$LM\" ask --base-url \(address) -m test hi -o \(file) </dev/null >&-")
        #expect(named.status == 0)
        #expect(tool.folder.read("answer") == Array("ok\n".utf8))
    }

    @Test func `a full disk is told with the file and the reason, and leaves nothing half`() async throws {
        let tool = try Tool()
        let server = try LoopbackServer { _ in ServedReply.steps(String(repeating: "long words ", count: 4000)) }
        let address = server.url("/v1").absoluteString
        let target = tool.folder.path + "/out"
        try FileManager.default.createDirectory(atPath: target, withIntermediateDirectories: true)
        try "old".write(toFile: target + "/answer", atomically: true, encoding: .utf8)
        let cassette = tool.folder.path + "/x.cassette.jsonl"
        let recorded = try await tool.run("record", "-o", cassette, "--base-url", address, "-m", "test", "hi")
        #expect(recorded.status == 0, "\(recorded.errors)")
        for command in [
            "ask --no-save --base-url \(address) -m test hi -o \(target)/answer",
            "cassette export \(cassette) -o \(target)/answer",
            "cassette export \(cassette) --as har -o \(target)/answer",
            "cassette export \(cassette) --as sse -o \(target)/answer",
        ] {
            // The size that a file may have stands for a disk that fills.
            let outcome = try await tool.shell("ulimit -f 4; \"$LM\" \(command) </dev/null; echo $?")
            #expect(
                outcome.errors.contains("cannot write \(target)/answer: file too large"),
                "\(command): \(outcome.errors)")
            #expect(outcome.output.hasSuffix("73\n"), "\(command): \(outcome.output)")
            #expect(try FileManager.default.contentsOfDirectory(atPath: target) == ["answer"], "\(command)")
            #expect(try String(contentsOfFile: target + "/answer", encoding: .utf8) == "old", "\(command)")
        }
    }

    @Test func `a device that takes nothing is named, too`() async throws {
        let outcome = try await Tool().shell("\"$LM\" ask --replay demo hi -o /dev/full </dev/null; echo $?")
        #expect(outcome.errors.contains("cannot write /dev/full: no space left on device"), "\(outcome.errors)")
        #expect(outcome.output.hasSuffix("73\n"))
    }

    @Test func `what a symbolic link leads to is written, with its permissions`() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("old".utf8, to: "real")
        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: path)
        try FileManager.default.createSymbolicLink(atPath: folder.path + "/link", withDestinationPath: "real")
        try FileWriter.write(Array("new".utf8), to: folder.path + "/link")
        #expect(folder.read("real") == Array("new".utf8))
        #expect(folder.mode(of: "real") == 0o640)
        #expect(FileDescriptor.isLink(folder.path + "/link"))
    }

    @Test(arguments: ["folder", "link to a folder", "pipe", "socket", "device"])
    func `what is no file is named, and nothing is sent`(kind: String) async throws {
        let tool = try Tool()
        let server = try LoopbackServer { _ in ServedReply.steps("ok") }
        let path = tool.folder.path
        switch kind {
        case "folder": _ = try await tool.shell("mkdir \(path)/it")
        case "link to a folder": _ = try await tool.shell("mkdir \(path)/other; ln -s other \(path)/it")
        case "pipe": _ = try await tool.shell("mkfifo \(path)/it")
        case "socket":
            _ = try await tool.shell(
                "perl -MIO::Socket::UNIX -e 'IO::Socket::UNIX->new(Local=>\"\(path)/it\",Listen=>1)'")
        default: _ = try await tool.shell("ln -s /dev/zero \(path)/it")
        }
        for option in ["-a", "-f"] {
            let outcome = try await tool.run(
                "ask", "--no-stdin", "--base-url", server.url("/v1").absoluteString, "-m", "test", option, path + "/it",
                "what?")
            #expect(outcome.status == 66, "\(kind) \(option): \(outcome.errors)")
            #expect(outcome.errors.contains("\(path)/it: it is a"), "\(kind) \(option): \(outcome.errors)")
            #expect(outcome.errors.contains("Nothing was sent."))
        }
        #expect(server.requests.isEmpty)
    }

    @Test func `the output of a command is a file that can be sent`() async throws {
        let server = try LoopbackServer { _ in ServedReply.steps("ok") }
        let outcome = try await Tool().shell(
            "\"$LM\" ask --base-url \(server.url("/v1").absoluteString) -m test -f <(echo inside) hi </dev/null")
        #expect(outcome.output == "ok\n", "\(outcome.errors)")
        #expect(String(decoding: server.requests[0].body, as: UTF8.self).contains("inside"))
    }

    @Test func `a recording that is not whole never takes the place of one that is`() async throws {
        let tool = try Tool()
        let stream = ServedReply.stream(["half a reply"])
        let server = try LoopbackServer { request in
            request.index == 0
                ? ServedReply.steps("whole")
                : [.streamHead] + stream[..<4].map { LoopbackStep.chunk($0) } + [.lastChunk]
        }
        let target = ["--base-url", server.url("/v1").absoluteString, "-m", "test", "hi"]
        let path = tool.folder.path + "/x.cassette.jsonl"
        #expect(try await tool.run(["record", "-o", path] + target).status == 0)
        let old = tool.folder.read("x.cassette.jsonl")
        let again = try await tool.run(["record", "--force", "-o", path] + target)
        #expect(again.status == 74)
        #expect(tool.folder.read("x.cassette.jsonl") == old)
        #expect(again.errors.contains("what there is of it is in \(path).part"), "\(again.errors)")
    }
}
