#if os(Linux)
    import CCurl

    /// The system's libcurl.
    enum CurlLibrary {
        /// The names it goes by: with OpenSSL, of the development package, and with GnuTLS.
        static let names = ["libcurl.so.4", "libcurl.so", "libcurl-gnutls.so.4"]

        /// Opens the library, the first time it is called. Throws ``TransportError`` of the kind `libraryMissing`.
        static func load() throws(TransportError) {
            try run(ccurl_load, names)
        }

        /// Looks for a library of one of the names without keeping it. Throws as ``load()`` does.
        static func probe(_ names: [String]) throws(TransportError) {
            try run(ccurl_probe, names)
        }

        private typealias Opener = (
            UnsafePointer<UnsafePointer<CChar>?>?, CInt, UnsafeMutablePointer<CChar>?, Int
        ) -> CInt

        private static func run(_ open: Opener, _ names: [String]) throws(TransportError) {
            var reason = [CChar](repeating: 0, count: 512)
            let copies = names.map { Array($0.utf8CString) }
            let result = withPointers(to: copies[...], and: []) { pointers in
                open(pointers, CInt(pointers.count), &reason, reason.count)
            }
            guard result != 0 else { return }
            let text = String(decoding: reason.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
            throw TransportError(
                .libraryMissing,
                """
                libcurl 7.68 or later is needed and was not found (\(text)). Install the package libcurl4 on Debian and \
                Ubuntu, libcurl on Fedora and Alpine.
                """)
        }

        private static func withPointers<Result>(
            to strings: ArraySlice<[CChar]>, and pointers: [UnsafePointer<CChar>?],
            _ body: ([UnsafePointer<CChar>?]) -> Result
        ) -> Result {
            guard let first = strings.first else { return body(pointers) }
            return first.withUnsafeBufferPointer { buffer in
                withPointers(to: strings.dropFirst(), and: pointers + [buffer.baseAddress], body)
            }
        }
    }
#endif
