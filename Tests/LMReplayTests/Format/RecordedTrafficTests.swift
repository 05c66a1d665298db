import Foundation
import LMTransport
import Testing

@testable import LMReplay

private let trafficFolder = ProcessInfo.processInfo.environment["LM_TRAFFIC"]

/// Streams that other projects recorded from real servers, where `LM_TRAFFIC` says where they are.
@Suite(.enabled(if: trafficFolder != nil, "LM_TRAFFIC is not set."))
struct RecordedTrafficTests {
    private static let streams: [String] = {
        guard let trafficFolder, let files = FileManager.default.enumerator(atPath: trafficFolder) else { return [] }
        return files.compactMap { $0 as? String }.filter { $0.hasSuffix(".sse") }.sorted()
    }()

    @Test func `real streams survive to the byte, and are readable`() throws {
        #expect(Self.streams.count > 200)
        var events = 0
        var unreadable = 0
        for name in Self.streams {
            let cassette = try Cassette(contentsOf: "\(trafficFolder ?? "")/\(name)")
            let read = try Cassette(text: cassette.text)
            #expect(read.interactions == cassette.interactions, "\(name)")
            #expect(
                CassetteWriter().text(header: read.header, interactions: read.interactions) == cassette.text, "\(name)")
            for line in cassette.text.split(separator: 0x0A) where line.starts(with: #"{"event""#.utf8) {
                events += 1
                if line.starts(with: #"{"event":1,"raw""#.utf8) { unreadable += 1 }
            }
        }
        #expect(Double(unreadable) < 0.01 * Double(events), "\(unreadable) of \(events)")
    }

    @Test func `real streams hold no secrets that the scan would find`() throws {
        for name in Self.streams {
            let cassette = try Cassette(contentsOf: "\(trafficFolder ?? "")/\(name)")
            let hits = SecretScan().hits(in: cassette.text)
            #expect(hits.isEmpty, "\(name): \(hits)")
        }
    }
}
