import Foundation
import LMJSON
import LMReplay
import LMTestSupport
import Testing

@testable import lm_cli

/// What is told of an answer does not depend on the pieces in which it came.
@Suite struct CuttingTests {
    static let cassettes: [String] = {
        let folders = ["", "demo/"]
        return folders.flatMap { folder in
            let names = (try? FileManager.default.contentsOfDirectory(atPath: Fixtures.path(folder))) ?? []
            return names.filter { $0.hasSuffix(".cassette.jsonl") }.sorted().map { folder + $0 }
        }
    }()

    /// The lines of `--as events`, with the deltas of one kind that follow each other joined.
    private func events(_ path: String, cuts: String) async throws -> [JSONValue] {
        let outcome = try await Tool().run("replay", "--as", "events", "--deterministic", "--cuts", cuts, path)
        var joined: [JSONValue] = []
        for line in outcome.output.split(separator: "\n") {
            let event = try JSONValue(parsing: String(line))
            guard let type = event["type"]?.stringValue, type.hasSuffix(".delta"),
                let text = event["text"]?.stringValue,
                var last = joined.last?.objectValue, last["type"] == event["type"],
                let earlier = last["text"]?.stringValue
            else {
                joined.append(event)
                continue
            }
            last["text"] = .string(earlier + text)
            joined[joined.count - 1] = .object(last)
        }
        return joined
    }

    @Test(arguments: cassettes)
    func `the events of a fixture are the same however it is cut`(cassette: String) async throws {
        let path = Fixtures.path(cassette)
        let whole = try await events(path, cuts: "whole")
        #expect(!whole.isEmpty)
        let reply = try await Tool().run("replay", "--json", "--cuts", "whole", path)
        for cuts in ["event", "byte", "seed:7"] {
            #expect(try await events(path, cuts: cuts) == whole, "\(cuts)")
            let other = try await Tool().run("replay", "--json", "--cuts", cuts, path)
            #expect(other.output == reply.output, "\(cuts)")
            #expect(other.status == reply.status, "\(cuts)")
        }
    }

    @Test(arguments: cassettes)
    func `the calls in the events are those in the reply`(cassette: String) async throws {
        let path = Fixtures.path(cassette)
        let told = try await events(path, cuts: "whole").filter { $0["type"] == "tool.call" }
        let reply = try await Tool().run("replay", "--json", "--cuts", "whole", path)
        let documents = reply.output.split(separator: "\n").compactMap { try? JSONValue(parsing: String($0)) }
        let calls = documents.flatMap { document -> [JSONValue] in
            (document.arrayValue ?? [document]).flatMap { $0["toolCalls"]?.arrayValue ?? [] }
        }
        #expect(
            told.map { [$0["id"], $0["name"], $0["arguments"]] }
                == calls.map { [$0["id"], $0["name"], $0["arguments"]] })
    }

    @Test(arguments: ["whole", "event", "byte"])
    func `two calls that arrive in one read are two`(cuts: String) async throws {
        let calls = try await events(Fixtures.path("demo/tools.cassette.jsonl"), cuts: cuts)
            .filter { $0["type"] == "tool.call" }
        #expect(calls.compactMap { $0["arguments"]?["city"]?.stringValue } == ["Paris", "Rome"])
        #expect(Set(calls.compactMap { $0["id"]?.stringValue }).count == 2)
    }
}
