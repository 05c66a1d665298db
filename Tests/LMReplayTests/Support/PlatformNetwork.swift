import LMReplayTesting
import LMTransport

/// The network of the platform, to speak to servers of this machine.
enum PlatformNetwork {
    static func make() -> any HTTPTransport { PlatformTransport.make() }
}
