import LMProvider
import LMResponses
import LMTransport
import Testing

@testable import lm_cli

@Suite struct FailureReportTests {
    private func report(_ kind: TransportError.Kind, _ message: String) -> CLIError {
        let service = ServiceContext(name: "localhost:8443", host: "localhost:8443", model: "x")
        return FailureReport(service: service, record: ReplyRecord()).error(
            for: ProviderError(TransportError(kind, message)))
    }

    @Test func `a certificate that is not trusted is no case for a recording`() {
        let error = report(.tls, "The certificate of localhost is not trusted.")
        #expect(error.code == .unavailable)
        #expect(error.message == "cannot reach localhost:8443: The certificate of localhost is not trusted.")
        #expect(error.hints.contains { $0.contains("certificate authorities") })
    }

    @Test func `a server that is not reached can be replaced by a recording`() {
        #expect(report(.unreachable, "No route.").hints.contains { $0.contains("--replay") })
    }
}
