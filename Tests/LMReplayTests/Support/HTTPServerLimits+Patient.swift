import LMReplay

extension HTTPServerLimits {
    /// Limits for a client and a server that are one process, which wait long for their turns on a busy machine.
    static var patient: HTTPServerLimits {
        var limits = HTTPServerLimits()
        limits.headTime = .seconds(300)
        return limits
    }
}
