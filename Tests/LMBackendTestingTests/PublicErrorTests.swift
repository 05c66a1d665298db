import Foundation
import LMBackendTesting
import LMGrok
import LMJSON
import LMProtocol
import LMProvider
import LMReplay
import LMTestSupport
import LMTransport
import Testing

/// Every public error says its own words where apps look for them.
@Suite struct PublicErrorTests {
    private static let sources = URL(
        filePath: Fixtures.folder.deletingLastPathComponent().appending(path: "Sources").resolvingSymlinksInPath().path)

    @Test func `every public error type has words of its own`() throws {
        let files = try FileManager.default.subpathsOfDirectory(atPath: Self.sources.path).filter {
            $0.hasSuffix(".swift")
        }
        let texts = try files.filter { !$0.hasPrefix("lm-cli") }.map {
            try String(contentsOf: Self.sources.appending(path: $0), encoding: .utf8)
        }
        #expect(texts.count > 200)
        let worded = /LocalizedError|LanguageModelFailure/
        let declaration = /public (?:indirect )?(?:struct|enum) (\w+)\s*(?:<[^>]*>)?:([^{]*)\{/
        var bare: [String] = []
        var found = 0
        for text in texts {
            for match in text.matches(of: declaration) {
                let parents = match.2.split(separator: ",").map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }
                guard
                    parents.contains(where: {
                        ["Error", "Swift.Error", "LocalizedError", "LanguageModelFailure"].contains($0)
                    })
                else { continue }
                found += 1
                let name = match.1
                let isWorded =
                    parents.contains { $0.contains(worded) }
                    || texts.contains { $0.contains("extension \(name): LocalizedError") }
                // The conformance alone has words for nothing.
                let hasWords = texts.contains { text in
                    text.contains("errorDescription") && (text.contains("\(name):") || text.contains("\(name) {"))
                }
                if !isWorded || !hasWords { bare.append(String(name)) }
            }
        }
        #expect(bare.isEmpty)
        #expect(found > 15)
    }

    @Test func `the words are those of the description`() throws {
        var errors: [any Error] = []
        func collect(_ work: () throws -> Void) { do { try work() } catch { errors.append(error) } }
        collect { _ = try JSONValue(parsing: "{") }
        collect { _ = try Cassette(text: Array("no cassette".utf8)) }
        errors.append(TransportError(.connectionRefused, "Nothing listens."))
        errors.append(GrokError.missingAPIKey)
        errors.append(ProviderError(kind: .invalidResponse, message: "No.", category: .server, retryAdvice: .never))
        errors.append(BackendConformance.Failure(check: .cutsChangeNothing, message: "It did."))
        #expect(errors.count == 6)
        for error in errors {
            #expect(!error.localizedDescription.contains("could not be completed"), "\(error)")
            #expect(!error.localizedDescription.isEmpty)
        }
    }
}
