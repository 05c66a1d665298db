#if os(Linux)
    import Synchronization

    /// A body whose gzip is taken off as it is pulled, so that a small body that decodes to a huge one fills no memory.
    final class GzipBody: HTTPBodySource {
        private static let chunkSize = 64 * 1024

        private let compressed: any HTTPBodySource
        private let host: String?
        private let decoder: Mutex<GzipDecoder>

        /// Makes a body; `nil` where the system has no zlib.
        init?(_ compressed: any HTTPBodySource, host: String?) {
            guard let decoder = GzipDecoder() else { return nil }
            self.compressed = compressed
            self.host = host
            self.decoder = Mutex(decoder)
        }

        nonisolated(nonsending) func next() async throws -> [UInt8]? {
            var received: [UInt8] = []
            while true {
                if let chunk = try decode(adding: received) { return chunk }
                guard let more = try await compressed.next() else {
                    // Cut off like any other body: that it was compressed changes nothing.
                    guard decoder.withLock({ $0.mayEnd }) else {
                        throw TransportError(
                            .truncatedBody,
                            "\(host ?? "The server") closed the connection before the response was whole.", host: host)
                    }
                    return nil
                }
                received = more
            }
        }

        func cancel() { compressed.cancel() }

        private func decode(adding received: [UInt8]) throws -> [UInt8]? {
            do {
                let chunk = try decoder.withLock { decoder in
                    if !received.isEmpty { decoder.append(received) }
                    return try decoder.decode(limit: Self.chunkSize)
                }
                return chunk.isEmpty ? nil : chunk
            } catch {
                compressed.cancel()
                throw TransportError(
                    .contentDecoding, "The gzip compression of the response is damaged.", host: host)
            }
        }
    }
#endif
