import LMTransport

/// The transport of models that are given none.
public enum DefaultTransport {
    #if os(Linux)
        /// One transport for all of them, so that they share connections: a session that is made for each prompt would
        /// else shake hands for each. It holds nothing that an answer depends on, and no key.
        private static let shared = CurlTransport()

        /// Sends through the system's libcurl.
        public static func transport() throws -> any HTTPTransport { shared }
    #else
        /// There is none where nothing is linked that could open a socket.
        ///
        /// - Throws: ``ProviderError`` that says what to do.
        public static func transport() throws -> any HTTPTransport {
            throw ProviderError(
                TransportError(
                    .libraryMissing,
                    "The model has no transport. Hand one in with transport(_:), such as LMURLSession's URLSessionTransport."
                ))
        }
    #endif
}
