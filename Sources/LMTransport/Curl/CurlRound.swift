#if os(Linux)
    /// The transfers to which one round of the driver's loop brought something. Only the driver's thread touches it.
    ///
    /// Their consumers are woken when the round is over, once each, with all that the round brought.
    final class CurlRound {
        var touched: [CurlTransfer] = []
    }
#endif
