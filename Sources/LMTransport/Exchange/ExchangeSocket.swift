/// What an exchange asks of the socket under it. Called on any thread; returns at once.
package protocol ExchangeSocket: AnyObject, Sendable {
    /// The consumer took what was held back for it: read on.
    func resume()
    /// The exchange is over before its end: let go of the wire. Nothing that comes later is looked at.
    func stop()
}
