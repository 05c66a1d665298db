import Foundation

#if canImport(Glibc)
    import Glibc
#endif

/// A client that writes and reads bytes on a socket, whatever they are.
final class RawClient: Sendable {
    private let descriptor: Int32

    /// Connects to a port of this machine. Reading gives up after five minutes: a server in this process waits its turn
    /// among all tests.
    init(port: UInt16) throws {
        #if canImport(Glibc)
            descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #else
            descriptor = socket(AF_INET, SOCK_STREAM, 0)
        #endif
        // A program that another test starts must not keep the connection open.
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        var name = sockaddr_in()
        name.sin_family = sa_family_t(AF_INET)
        name.sin_port = port.bigEndian
        name.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var limit = timeval(tv_sec: 300, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        let result = withUnsafePointer(to: &name) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard result == 0 else { throw POSIXError(.ECONNREFUSED) }
    }

    deinit { close(descriptor) }

    /// Writes text. What the server no longer takes is lost.
    func write(_ text: String) {
        let bytes = Array(text.utf8)
        _ = bytes.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
    }

    /// Reads until a text has come or the server ends.
    func read(until text: String? = nil) async -> String {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread { [descriptor] in
                var bytes: [UInt8] = []
                var buffer = [UInt8](repeating: 0, count: 4096)
                while true {
                    let count = recv(descriptor, &buffer, buffer.count, 0)
                    // Nothing for so long is no end.
                    if count < 0, errno == EAGAIN { bytes += Array("(nothing came)".utf8) }
                    guard count > 0 else { break }
                    bytes += buffer[..<count]
                    if let text, bytes.text.contains(text) { break }
                }
                continuation.resume(returning: bytes.text)
            }
        }
    }
}
