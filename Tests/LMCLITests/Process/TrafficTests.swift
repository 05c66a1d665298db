import Foundation
import LMJSON
import Testing

@testable import lm_cli

/// The recorded traffic of other projects, where `LM_TRAFFIC` says it is.
@Suite(.enabled(if: ProcessInfo.processInfo.environment["LM_TRAFFIC"] != nil, "LM_TRAFFIC is not set"))
struct TrafficTests {
    private static var streams: [String] {
        guard let root = ProcessInfo.processInfo.environment["LM_TRAFFIC"],
            let files = FileManager.default.enumerator(atPath: root)
        else { return [] }
        return files.compactMap { $0 as? String }.filter { $0.hasSuffix(".sse") }.sorted().map { root + "/" + $0 }
    }

    @Test func `every recorded stream ends in end or in a classified error`() async throws {
        let tool = try Tool()
        #expect(!Self.streams.isEmpty)
        for path in Self.streams {
            let outcome = try await tool.run("replay", "--as", "events", "--deterministic", path)
            let lines = try outcome.output.split(separator: "\n").map { try JSONValue(parsing: String($0)) }
            #expect(lines.first?["type"] == "start", "\(path)")
            let last = lines.last?["type"]?.stringValue
            #expect(last == "end" || last == "error" && lines.last?["kind"]?.stringValue != nil, "\(path)")
            let isRefusal = lines.last?["isRefusal"] == true
            #expect(last == "error" ? outcome.status > 3 : outcome.status == (isRefusal ? 3 : 0), "\(path)")
            #expect(outcome.status != 70, "\(path) \(outcome.errors)")
        }
    }
}
