import LMTransport

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A file that stands at an address.
enum RemoteFile {
    /// Whether a name is an address.
    static func isAddress(_ name: String) -> Bool { name.hasPrefix("http://") || name.hasPrefix("https://") }

    /// Reads a file. Throws an error that says why it cannot be read, and that nothing was sent.
    nonisolated(nonsending) static func read(
        _ address: String, transport: any HTTPTransport = NetworkTransport()
    ) async throws -> [UInt8] {
        guard let url = URL(string: address) else { throw failure(address, "it is no address") }
        do {
            let response = try await transport.send(HTTPRequest(url: url, headers: [.accept: "text/*, */*;q=0.5"]))
            guard (200...299).contains(response.status) else { throw failure(address, "HTTP \(response.status)") }
            var bytes: [UInt8] = []
            for try await chunk in response.body {
                bytes += chunk
                guard bytes.count <= FileInput.sizeLimit else {
                    throw failure(address, "it is larger than \(FileInput.sizeLimit >> 20) MiB")
                }
            }
            return bytes
        } catch let error as TransportError {
            throw failure(address, String(describing: error))
        }
    }

    private static func failure(_ address: String, _ reason: String) -> CLIError {
        CLIError(.noInput, "cannot read \(address): \(TextSanitizer.line(reason, limit: 200)). Nothing was sent.")
    }
}
