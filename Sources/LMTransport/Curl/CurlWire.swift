#if os(Linux)
    /// An exchange's hold on its transfer, and through it on the driver.
    final class CurlWire: ExchangeSocket {
        private let lease: CurlLease
        private let id: UInt64

        init(lease: CurlLease, id: UInt64) {
            self.lease = lease
            self.id = id
        }

        func resume() { lease.driver.submit(.resume(id)) }
        func stop() { lease.driver.submit(.stop(id)) }
    }
#endif
