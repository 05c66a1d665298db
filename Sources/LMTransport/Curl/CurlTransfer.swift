#if os(Linux)
    import CCurl

    #if canImport(FoundationEssentials)
        import FoundationEssentials
    #else
        import Foundation
    #endif

    /// A libcurl handle at work on one exchange. Only the driver's thread touches it.
    final class CurlTransfer {
        let id: UInt64
        let exchange: Exchange
        let easy: UnsafeMutableRawPointer

        private let round: CurlRound
        private let host: String
        private let bodyCount: Int64
        private var uploaded: Int64 = -1
        private var head = HeadReader()
        private var fields: UnsafeMutableRawPointer?
        private let errorText: UnsafeMutablePointer<CChar>
        /// Why our own callback stopped the transfer.
        private var ownFailure: (TransportError.Kind, String)?
        private var isTouched = false

        /// Sets a fresh handle up for a request.
        init(
            id: UInt64, request: CurlRequest, exchange: Exchange, easy: UnsafeMutableRawPointer, round: CurlRound
        ) {
            self.id = id
            self.exchange = exchange
            self.easy = easy
            self.round = round
            host = exchange.host ?? ""
            bodyCount = Int64(request.body.count)
            errorText = .allocate(capacity: CCURL_ERROR_SIZE)
            errorText.initialize(repeating: 0, count: CCURL_ERROR_SIZE)
            for line in request.fieldLines { fields = ccurl_list_append(fields, line) ?? fields }
            configure(request)
        }

        /// Frees what the handle was lent. To be called once, when the handle is out of the multi handle; it can serve
        /// another transfer then.
        func release() {
            ccurl_easy_reset(easy)
            ccurl_list_free(fields)
            errorText.deallocate()
        }

        private func configure(_ request: CurlRequest) {
            set(CCURL_URL, request.address)
            set(CCURL_PROTOCOLS, CCURL_PROTOCOL_HTTP | CCURL_PROTOCOL_HTTPS)
            set(CCURL_HTTP_VERSION, CCURL_HTTP_VERSION_2TLS)
            set(CCURL_HTTP09_ALLOWED, 0)
            set(CCURL_NOSIGNAL, 1)
            // A cancelled transfer must not make all others wait for its name to be resolved.
            set(CCURL_QUICK_EXIT, 1)
            // A peer that vanished while a model thinks for minutes is noticed by the kernel.
            set(CCURL_TCP_KEEPALIVE, 1)
            // The deadlines are the exchange's; libcurl's own default of 300 s must not come before them.
            set(CCURL_CONNECTTIMEOUT_MS, Int(Int32.max))
            // libcurl takes a compressed body that is cut short for whole, so decoding is done here.
            set(CCURL_HTTP_CONTENT_DECODING, 0)
            set(CCURL_SUPPRESS_CONNECT_HEADERS, 1)
            // What is on this machine is not asked for through a proxy, whatever the environment says.
            if request.isLoopback { set(CCURL_PROXY, "") }
            if let file = request.certificateFile { set(CCURL_CAINFO, file) }

            switch request.method {
            case "HEAD": set(CCURL_NOBODY, 1)
            case "GET" where request.body.isEmpty: set(CCURL_HTTPGET, 1)
            case "POST":
                setBody(request.body)
            default:
                if !request.body.isEmpty { setBody(request.body) }
                set(CCURL_CUSTOMREQUEST, request.method)
            }

            let context = Unmanaged.passUnretained(self).toOpaque()
            ccurl_easy_set_pointer(easy, CInt(CCURL_HTTPHEADER), fields)
            ccurl_easy_set_pointer(easy, CInt(CCURL_PRIVATE), context)
            ccurl_easy_set_pointer(easy, CInt(CCURL_ERRORBUFFER), errorText)
            ccurl_easy_set_pointer(easy, CInt(CCURL_HEADERDATA), context)
            ccurl_easy_set_pointer(easy, CInt(CCURL_WRITEDATA), context)
            ccurl_easy_set_callback(easy, CInt(CCURL_HEADERFUNCTION)) { bytes, size, count, context in
                CurlTransfer.at(context)?.receiveHead(UnsafeRawBufferPointer(start: bytes, count: size * count)) ?? 0
            }
            ccurl_easy_set_callback(easy, CInt(CCURL_WRITEFUNCTION)) { bytes, size, count, context in
                CurlTransfer.at(context)?.receiveBody(UnsafeRawBufferPointer(start: bytes, count: size * count)) ?? 0
            }
        }

        private func setBody(_ body: [UInt8]) {
            set(CCURL_POST, 1)
            ccurl_easy_set_offset(easy, CInt(CCURL_POSTFIELDSIZE_LARGE), Int64(body.count))
            body.withUnsafeBytes { bytes in
                // With no address libcurl would ask a callback for the body.
                var nothing: CChar = 0
                let start = bytes.baseAddress.map { UnsafeMutableRawPointer(mutating: $0) }
                withUnsafeMutablePointer(to: &nothing) { nothing in
                    _ = ccurl_easy_set_pointer(
                        easy, CInt(CCURL_COPYPOSTFIELDS), start ?? UnsafeMutableRawPointer(nothing))
                }
            }
        }

        private func set(_ option: Int, _ value: Int) {
            ccurl_easy_set_long(easy, CInt(option), CLong(value))
        }

        private func set(_ option: Int, _ value: String) {
            ccurl_easy_set_string(easy, CInt(option), value)
        }
    }

    /// What libcurl calls.
    extension CurlTransfer {
        /// The transfer behind a callback's context. The driver keeps each transfer as long as its handle can call back.
        static func at(_ context: UnsafeMutableRawPointer?) -> CurlTransfer? {
            context.map { Unmanaged<CurlTransfer>.fromOpaque($0).takeUnretainedValue() }
        }

        private func receiveHead(_ line: UnsafeRawBufferPointer) -> Int {
            do {
                if let head = try head.read(line) {
                    exchange.receive(head)
                    touch()
                }
                return line.count
            } catch {
                ownFailure = CurlFailure.headTooLarge(host)
                return 0
            }
        }

        private func receiveBody(_ bytes: UnsafeRawBufferPointer) -> Int {
            touch()
            return exchange.receive(bytes) ? bytes.count : CCURL_WRITE_PAUSE
        }

        private func touch() {
            guard !isTouched else { return }
            isTouched = true
            round.touched.append(self)
        }
    }

    /// What the driver's loop calls.
    extension CurlTransfer {
        /// Gives the consumer what this round of the loop brought.
        func flush() {
            isTouched = false
            exchange.flush()
        }

        /// Tells the exchange how far the request has left.
        ///
        /// - Returns: whether there is more to watch.
        func watchUpload() -> Bool {
            guard !head.isComplete else { return false }
            guard ccurl_easy_get_offset(easy, CInt(CCURL_INFO_PRETRANSFER_TIME)) > 0 else { return true }
            let count = ccurl_easy_get_offset(easy, CInt(CCURL_INFO_SIZE_UPLOAD))
            if count != uploaded {
                uploaded = count
                exchange.uploadProgressed()
            }
            return count < bodyCount
        }

        /// Reads on after the consumer took what waited.
        func resume() {
            ccurl_easy_pause(easy, CInt(CCURL_PAUSE_CONTINUE))
        }

        /// Ends the exchange with libcurl's result.
        func finish(code: CInt) {
            if code == 0 { return exchange.finish() }
            if let (kind, message) = ownFailure { return exchange.finish(TransportError(kind, message, host: host)) }
            let failure = CurlFailure(
                code: code, systemError: CInt(ccurl_easy_get_long(easy, CInt(CCURL_INFO_OS_ERRNO))),
                text: String(cString: errorText), hasHead: head.isComplete, host: host)
            exchange.finish(failure.error)
        }
    }
#endif
