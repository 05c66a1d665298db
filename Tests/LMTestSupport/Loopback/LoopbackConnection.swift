/// One client's connection, as the server's thread drives it; only that thread touches it.
final class LoopbackConnection {
    let descriptor: Int32
    let number: Int
    private(set) var isOpen = true
    /// Since when bytes have been waiting for the client.
    private(set) var blockedSince: ContinuousClock.Instant?

    private var reader = RequestReader()
    private var steps: ArraySlice<LoopbackStep> = []
    private var outgoing: ArraySlice<UInt8> = []
    private var answer: AnswerProgress?
    private var observed: Signal?

    init(descriptor: Int32, number: Int) {
        self.descriptor = descriptor
        self.number = number
    }

    var hasOutgoing: Bool { !outgoing.isEmpty }

    /// Whether a request is being answered.
    private var isAnswering: Bool { answer.map { !$0.finished.isFired } ?? false }

    /// Reads what came; the requests that are whole now go to `handle`, which gives the answer's steps.
    func read(
        into buffer: UnsafeMutableRawBufferPointer,
        handle: (RequestReader.Message) -> (steps: [LoopbackStep], answer: AnswerProgress)
    ) {
        while isOpen {
            switch Socket.receive(descriptor, into: buffer) {
            case .bytes(let count):
                reader.append(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
            case .later:
                return advance(handle: handle)
            case .over:
                advance(handle: handle)
                return hangUp()
            }
        }
    }

    /// Does as many steps as can be done now, and takes up the next request when they are done.
    func advance(handle: (RequestReader.Message) -> (steps: [LoopbackStep], answer: AnswerProgress)) {
        while isOpen {
            guard flush() else { return }
            if isAnswering {
                guard runStep() else { return }
            } else {
                do {
                    guard let message = try reader.next() else { return }
                    let (steps, answer) = handle(message)
                    self.steps = steps[...]
                    self.answer = answer
                } catch {
                    return end(reset: false)
                }
            }
        }
    }

    /// Fires the answer's `stalled` where the client has taken nothing for a while.
    func noteStall(now: ContinuousClock.Instant) {
        guard let blockedSince, now - blockedSince >= .milliseconds(200) else { return }
        answer?.stalled.fire()
    }

    /// Ends the connection.
    func end(reset: Bool) {
        guard isOpen else { return }
        isOpen = false
        blockedSince = nil
        if reset { Socket.reset(descriptor) } else { Socket.close(descriptor) }
    }

    private func hangUp() {
        guard isOpen else { return }
        end(reset: false)
        answer?.clientHungUp.fire()
    }

    /// Whether the next step is done and there may be more to do.
    private func runStep() -> Bool {
        guard let step = steps.first else {
            answer?.finished.fire()
            return true
        }
        switch step {
        case .write(let bytes):
            outgoing = bytes[...]
        case .generate(let piece):
            if let bytes = piece() {
                outgoing = bytes[...]
                return true
            }
        case .wait(let signal):
            if !signal.isFired { return false }
        case .fire(let signal):
            signal.fire()
        case .close:
            end(reset: false)
            answer?.finished.fire()
        case .reset:
            end(reset: true)
            answer?.finished.fire()
        case .hold:
            return false
        }
        steps = steps.dropFirst()
        return true
    }

    /// The signal that the connection waits for.
    var awaited: Signal? {
        if case .wait(let signal)? = steps.first, outgoing.isEmpty { signal } else { nil }
    }

    /// The signal that the connection waits for, the first time it is asked about.
    func takeUnobservedSignal() -> Signal? {
        guard let awaited, awaited !== observed else { return nil }
        observed = awaited
        return awaited
    }

    /// Whether everything that was to be written is with the kernel.
    private func flush() -> Bool {
        while !outgoing.isEmpty {
            let result = outgoing.withUnsafeBytes { Socket.send(descriptor, $0) }
            switch result {
            case .bytes(let count):
                outgoing = outgoing.dropFirst(count)
                answer?.add(bytes: count)
                blockedSince = nil
            case .later:
                if blockedSince == nil { blockedSince = .now }
                return false
            case .over:
                hangUp()
                return false
            }
        }
        return true
    }
}
