import Foundation
import Synchronization

@testable import lm_cli

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A pseudo-terminal with a program in it, as a person's terminal has.
final class Terminal: Sendable {
    /// What was waited for was not shown.
    struct NotShown: Error, CustomStringConvertible {
        let wanted: String
        let screen: String
        var description: String { "\"\(wanted)\" was not shown. The screen:\n\(screen)" }
    }

    private struct State {
        var bytes: [UInt8] = []
        /// Whether nothing more will be shown.
        var isOver = false
        /// Whether the program has ended and its number may be another's.
        var isGone = false
        var waiters: [Waiter] = []
    }
    private struct Waiter {
        var isSatisfied: @Sendable (String) -> Bool
        var continuation: CheckedContinuation<Void, Never>
        var deadline: Deadline
    }
    let identifier: pid_t
    private let screen: FileDescriptor
    private let state = Mutex(State())

    /// Starts a program in a terminal of a size.
    init(
        _ program: String, _ arguments: [String], environment: [String: String], columns: UInt16 = 80, rows: UInt16 = 24
    ) throws {
        let (master, name) = try Self.open()
        _ = fcntl(master, F_SETFD, FD_CLOEXEC)
        var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
        _ = ioctl(master, UInt(TIOCSWINSZ), &size)
        screen = FileDescriptor(rawValue: master)
        identifier = try Self.spawn(program, arguments, environment, terminal: name)
        Thread { [weak self] in
            let descriptor = FileDescriptor(rawValue: master)
            defer { descriptor.close() }
            while let chunk = try? descriptor.read(upTo: 4096), !chunk.isEmpty {
                guard let self else { return }
                self.add(chunk)
            }
            self?.add(nil)
        }.start()
    }

    deinit {
        guard !state.withLock({ $0.isGone }) else { return }
        kill()
        // A program that nobody waits for keeps the test runner, which waits for its own, busy.
        Thread.detachNewThread { [identifier] in _ = try? ProcessSpawn.wait(for: identifier) }
    }

    /// Ends the program and what it has started, which is all of its session.
    private func kill() {
        guard !state.withLock({ $0.isGone }) else { return }
        ProcessSpawn.kill(-identifier)
        ProcessSpawn.kill(identifier)
    }

    /// Both names of a new pseudo-terminal: the number of its screen, and the path of the terminal.
    private static func open() throws -> (master: Int32, path: String) {
        #if canImport(Darwin)
            let master = posix_openpt(O_RDWR | O_NOCTTY)
            guard master >= 0, grantpt(master) == 0, unlockpt(master) == 0, let name = ptsname(master) else {
                throw Platform.lastError
            }
            return (master, String(cString: name))
        #else
            // The module of the C library leaves out the functions; these are the calls that they make (tty_ioctl(4)).
            let (unlock, getNumber) = (UInt(0x4004_5431), UInt(0x8004_5430))
            let master = systemOpen("/dev/ptmx", O_RDWR | O_NOCTTY)
            var zero: Int32 = 0
            var number: UInt32 = 0
            guard master >= 0, ioctl(master, unlock, &zero) == 0, ioctl(master, getNumber, &number) == 0 else {
                throw Platform.lastError
            }
            return (master, "/dev/pts/\(number)")
        #endif
    }

    private static func spawn(
        _ program: String, _ arguments: [String], _ environment: [String: String], terminal: String
    ) throws -> pid_t {
        #if canImport(Darwin)
            var actions: posix_spawn_file_actions_t?
            var attributes: posix_spawnattr_t?
        #else
            var actions = posix_spawn_file_actions_t()
            var attributes = posix_spawnattr_t()
        #endif
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        // The first terminal that the leader of a new session opens becomes its own.
        posix_spawn_file_actions_addopen(&actions, 0, terminal, O_RDWR, 0)
        posix_spawn_file_actions_adddup2(&actions, 0, 1)
        posix_spawn_file_actions_adddup2(&actions, 0, 2)
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var defaults = sigset_t()
        sigemptyset(&defaults)
        for signal in [SIGPIPE, SIGINT, SIGTERM, SIGHUP] { sigaddset(&defaults, signal) }
        posix_spawnattr_setsigdefault(&attributes, &defaults)
        #if canImport(Glibc)
            let newSession: Int32 = 0x80
        #else
            let newSession = Int32(POSIX_SPAWN_SETSID)
        #endif
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | newSession))
        var words: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) } + [nil]
        var variables: [UnsafeMutablePointer<CChar>?] = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for pointer in words + variables { free(pointer) } }
        var identifier: pid_t = 0
        let code = Channel.spawnLock.withLock { _ in
            posix_spawnp(&identifier, program, &actions, &attributes, &words, &variables)
        }
        guard code == 0 else { throw SystemError(code: code) }
        return identifier
    }

    private func add(_ chunk: [UInt8]?) {
        let ready = state.withLock { state -> [Waiter] in
            if let chunk { state.bytes += chunk } else { state.isOver = true }
            let text = String(decoding: state.bytes, as: UTF8.self)
            let isOver = state.isOver
            let ready = state.waiters.filter { isOver || $0.isSatisfied(text) }
            state.waiters.removeAll { isOver || $0.isSatisfied(text) }
            return ready
        }
        for waiter in ready {
            waiter.deadline.callOff()
            waiter.continuation.resume()
        }
    }

    /// Everything that was shown so far.
    var text: String { state.withLock { String(decoding: $0.bytes, as: UTF8.self) } }

    /// What was shown so far, without the sequences that draw.
    var plain: String { Self.plain(text) }

    private static func plain(_ text: String) -> String {
        text.replacing(#/\u{1B}\[[0-9;?]*[A-Za-z]/#, with: "").replacing("\r\n", with: "\n")
    }

    /// Waits until a text was shown so many times. Throws where the program ends before, or does not show it in time.
    @discardableResult
    func wait(for wanted: String, times: Int = 1) async throws -> String {
        let isSatisfied: @Sendable (String) -> Bool = {
            Self.plain($0).split(separator: wanted, omittingEmptySubsequences: false).count > times
        }
        await wait(until: isSatisfied)
        guard isSatisfied(text) else { throw NotShown(wanted: wanted, screen: plain) }
        return plain
    }

    /// Waits until what was shown is as wanted, or nothing more comes.
    private func wait(until isSatisfied: @escaping @Sendable (String) -> Bool) async {
        let deadline = Deadline { [weak self] in
            self?.kill()
            self?.add(nil)
        }
        await withCheckedContinuation { continuation in
            let isReady = state.withLock { state in
                if state.isOver || isSatisfied(String(decoding: state.bytes, as: UTF8.self)) { return true }
                state.waiters.append(Waiter(isSatisfied: isSatisfied, continuation: continuation, deadline: deadline))
                return false
            }
            if isReady { continuation.resume() }
        }
        deadline.callOff()
    }

    /// Types.
    func type(_ text: String) throws {
        guard !state.withLock({ $0.isOver }) else { throw NotShown(wanted: "a prompt to type at", screen: plain) }
        try screen.write(Array(text.utf8))
    }

    /// Waits for the end. Gives the exit code, or 128 and the number of the signal that ended the program.
    func end() async throws -> Int32 {
        let status = try await Deadline.guarding(identifier) { [identifier] in try ProcessSpawn.wait(for: identifier) }
        state.withLock { $0.isGone = true }
        // The last that it showed may still be on its way.
        await wait { _ in false }
        return status
    }
}
