import Foundation
import LMJSON
import LMTestSupport
import Testing

@testable import lm_cli

@Suite struct DoctorTests {
    @Test func `each setting is told with its origin, a key by its source only`() async throws {
        let tool = try Tool(["LM_MODEL": "grok-4.3", "XAI_API_KEY": canaryKey])
        let outcome = try await tool.run("doctor")
        #expect(outcome.status == 0, "\(outcome.errors)")
        let model = try #require(outcome.output.split(separator: "\n").first { $0.hasPrefix("  model") })
        #expect(model.contains("grok-4.3") && model.hasSuffix("LM_MODEL"))
        #expect(outcome.output.contains("built in"))
        #expect(outcome.output.contains("XAI_API_KEY"))
        #expect(!outcome.output.contains(canaryKey))
        let json = try JSONValue(parsing: try await tool.run("doctor", "--json").output)
        #expect(json["settings"]?[0]?["origin"] == "LM_MODEL")
        #expect(json["problems"] == [])
    }

    @Test func `what should be mended is named, and the exit code says so`() async throws {
        let tool = try Tool(["LM_MODLE": "x"])
        let outcome = try await tool.run("doctor")
        #expect(outcome.status == 1)
        #expect(outcome.output.contains("LM_MODLE is set and means nothing. Did you mean LM_MODEL?"))
        let home = tool.folder.path + "/home"
        try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: true)
        try tool.folder.write("{}".utf8, to: "home/keys.json")
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: home + "/keys.json")
        #expect(try await tool.run("doctor").output.contains("others can read it"))
    }

    @Test func `a setting of a file is told with the file, and a file that is wrong is a problem`() async throws {
        let tool = try Tool()
        let home = tool.folder.path + "/home"
        try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: true)
        try tool.folder.write("{ model: 'grok-4.3', retries: 5 }".utf8, to: "home/config.json5")
        let rows = try await tool.run("doctor").output.split(separator: "\n")
        #expect(rows.contains { $0.hasPrefix("  model") && $0.contains("grok-4.3") && $0.hasSuffix("config.json5") })
        #expect(rows.contains { $0.hasPrefix("  retries") && $0.contains("5") && $0.hasSuffix("config.json5") })
        try tool.folder.write("{ modle: 'x' }".utf8, to: "home/config.json5")
        let wrong = try await tool.run("doctor")
        #expect(wrong.status == 1)
        #expect(wrong.output.contains("there is no setting \"modle\""))
    }

    @Test func `the bundle holds neither keys nor names`() async throws {
        let tool = try Tool([
            "XAI_API_KEY": canaryKey, "USER": "ada-lovelace",
            "HTTPS_PROXY": "http://ada-lovelace:secret-word@proxy:8080",
        ])
        let path = tool.folder.path + "/report.txt"
        let outcome = try await tool.run("doctor", "--bundle", path)
        #expect(outcome.status == 0, "\(outcome.errors)")
        let text = String(decoding: try #require(tool.folder.read("report.txt")), as: UTF8.self)
        for secret in [canaryKey, "ada-lovelace", "secret-word", tool.folder.path] { #expect(!text.contains(secret)) }
        #expect(text.contains("proxy:8080"))
        #expect(outcome.output == "")
    }

    @Test func `a bundle that would hold a key is not written`() async throws {
        let tool = try Tool(["XAI_API_KEY": canaryKey, "LM_MODEL": canaryKey])
        let outcome = try await tool.run("doctor", "--bundle", tool.folder.path + "/report.txt")
        #expect(outcome.status == 1)
        #expect(tool.folder.read("report.txt") == nil)
        #expect(!outcome.errors.contains(canaryKey))
    }
}
