/// What the tool reads from its standard input, and when.
struct StandardInput: Sendable {
    /// The most bytes that are read.
    static let sizeLimit = 64 * 1024 * 1024
    /// How long nothing may come before a person is told what is waited for.
    static let hintDelayMilliseconds: Int32 = 500

    /// The descriptor that is read.
    let descriptor: FileDescriptor
    /// What it is.
    let kind: FileDescriptor.Kind

    /// The process's own; `wasClosed` where it had none when it started.
    static func process(wasClosed: Bool) -> StandardInput {
        StandardInput(
            descriptor: .standardInput, kind: wasClosed ? .closed : FileDescriptor.standardInput.kind)
    }

    /// Makes an input of a descriptor.
    init(descriptor: FileDescriptor, kind: FileDescriptor.Kind) {
        self.descriptor = descriptor
        self.kind = kind
    }

    /// Whether a person would have to type what is read.
    var isTerminal: Bool { kind == .terminal }

    /// Reads to the end. `onWait` is called once, where nothing came for a while; the wait goes on, because a slow
    /// producer is not an empty one.
    func readAll(
        hintAfter delay: Int32 = hintDelayMilliseconds, onWait: () -> Void
    ) throws(CLIError) -> [UInt8] {
        guard kind != .closed else { return [] }
        guard kind != .folder else { throw CLIError(.noInput, "standard input is a folder. Nothing was sent.") }
        var bytes: [UInt8] = []
        do throws(SystemError) {
            if try !descriptor.wait(for: .reading, milliseconds: delay) { onWait() }
            while true {
                let chunk = try descriptor.read(upTo: 64 * 1024)
                if chunk.isEmpty { return bytes }
                bytes += chunk
                if bytes.count > Self.sizeLimit { break }
            }
        } catch {
            throw CLIError(.noInput, "cannot read standard input: \(error). Nothing was sent.")
        }
        throw CLIError(
            .data, "standard input is larger than \(Self.sizeLimit >> 20) MiB. Nothing was sent.",
            hint: "Send a part of it, such as with head -c or tail -c.")
    }
}
