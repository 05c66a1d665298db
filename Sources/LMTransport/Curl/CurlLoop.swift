#if os(Linux)
    import CCurl

    /// The loop of the driver's thread, with the libcurl handles that only it touches.
    final class CurlLoop {
        /// How many handles are kept for later transfers.
        private static let spareLimit = 16
        /// How many connections are kept open for later transfers.
        private static let connectionLimit = 256

        private let driver: CurlDriver
        private let multi: UnsafeMutableRawPointer
        private let round = CurlRound()
        private var transfers: [UInt64: CurlTransfer] = [:]
        /// The transfers whose request has not wholly left.
        private var uploading: [UInt64: CurlTransfer] = [:]
        private var spares: [UnsafeMutableRawPointer] = []

        init(driver: CurlDriver, multi: UnsafeMutableRawPointer) {
            self.driver = driver
            self.multi = multi
            // The numbers of connections in use, in all and to one host, have no limit in libcurl unless one is set.
            ccurl_multi_set_long(multi, CInt(CCURL_MULTI_MAXCONNECTS), CLong(Self.connectionLimit))
        }

        /// Runs until the driver ends.
        func run() {
            while true {
                let (commands, isEnding) = driver.takeCommands()
                for command in commands { obey(command) }
                ccurl_multi_perform(multi)
                for (id, transfer) in uploading where !transfer.watchUpload() { uploading[id] = nil }
                finishEnded()
                flushTouched()
                if isEnding, transfers.isEmpty { break }
                ccurl_multi_poll(multi, CInt.max)
                driver.countRound()
            }
            for easy in spares { ccurl_easy_cleanup(easy) }
            driver.threadEnds()
            ccurl_multi_cleanup(multi)
        }

        private func obey(_ command: CurlDriver.Command) {
            switch command {
            case .start(let id, let request, let exchange):
                guard let easy = spares.popLast() ?? ccurl_easy_init() else {
                    return exchange.finish(TransportError(.other, "libcurl has no memory for the request."))
                }
                let transfer = CurlTransfer(id: id, request: request, exchange: exchange, easy: easy, round: round)
                transfers[id] = transfer
                uploading[id] = transfer
                if ccurl_multi_add(multi, easy) != 0 {
                    exchange.finish(TransportError(.other, "libcurl does not take the request."))
                    remove(transfer)
                }
            case .resume(let id):
                transfers[id]?.resume()
            case .stop(let id):
                if let transfer = transfers[id] { remove(transfer) }
            }
        }

        private func finishEnded() {
            var code: CInt = 0
            while let easy = ccurl_multi_next_ended(multi, &code) {
                let context = ccurl_easy_get_pointer(easy, CInt(CCURL_INFO_PRIVATE))
                if let transfer = CurlTransfer.at(context) { end(transfer, code: code) }
            }
        }

        private func end(_ transfer: CurlTransfer, code: CInt) {
            transfer.finish(code: code)
            remove(transfer)
        }

        /// Takes a transfer off the wire. Where it was not over, its connection closes, or its stream in HTTP/2.
        private func remove(_ transfer: CurlTransfer) {
            ccurl_multi_remove(multi, transfer.easy)
            transfers[transfer.id] = nil
            uploading[transfer.id] = nil
            round.touched.removeAll { $0 === transfer }
            transfer.release()
            if spares.count < Self.spareLimit {
                spares.append(transfer.easy)
            } else {
                ccurl_easy_cleanup(transfer.easy)
            }
        }

        private func flushTouched() {
            let touched = round.touched
            round.touched.removeAll(keepingCapacity: true)
            for transfer in touched { transfer.flush() }
        }
    }
#endif
