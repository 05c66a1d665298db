import LMProtocol
import Synchronization

/// Opens once; those that wait go on then.
final class Gate: Sendable {
    private struct State {
        var isOpen = false
        var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
        var next = 0
    }
    private let state = Mutex(State())

    func open() {
        let waiters = state.withLock { state in
            state.isOpen = true
            defer { state.waiters = [:] }
            return Array(state.waiters.values)
        }
        for waiter in waiters { waiter.resume() }
    }

    func wait() async {
        await withCheckedContinuation { continuation in
            let isOpen = state.withLock { state in
                if !state.isOpen {
                    state.waiters[state.next] = continuation
                    state.next += 1
                }
                return state.isOpen
            }
            if isOpen { continuation.resume() }
        }
    }

    /// Waits until the gate opens or the task is cancelled; throws then.
    func waitOrCancel() async throws {
        await withTaskCancellationHandler {
            await wait()
        } onCancel: {
            open()
        }
        try Task.checkCancellation()
    }
}

final class Counter: Sendable {
    private let value = Mutex(0)
    func next() -> Int {
        value.withLock { value in
            value += 1
            return value
        }
    }
}

extension Transcript.Entry {
    var kind: String {
        switch self {
        case .instructions: "instructions"
        case .prompt: "prompt"
        case .toolCalls: "toolCalls"
        case .toolOutput: "toolOutput"
        case .response: "response"
        case .reasoning: "reasoning"
        case .data: "data"
        }
    }

    var texts: [String] {
        switch self {
        case .instructions(let entry): entry.segments.map(\.words)
        case .prompt(let entry): entry.segments.map(\.words)
        case .toolOutput(let entry): entry.segments.map(\.words)
        case .response(let entry): entry.segments.map(\.words)
        case .reasoning(let entry): entry.segments.map(\.words)
        case .toolCalls, .data: []
        }
    }
}

extension Transcript.Segment {
    var words: String {
        switch self {
        case .text(let segment): segment.content
        case .structure(let segment): segment.content.jsonString
        case .attachment(let segment): segment.label ?? "attachment"
        }
    }
}
