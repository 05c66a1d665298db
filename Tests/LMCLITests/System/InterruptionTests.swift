import Synchronization
import Testing

@testable import lm_cli

@Suite struct InterruptionTests {
    @Test func `before anything is under way, a signal ends the process`() {
        let interruption = Interruption()
        interruption.onCancel { Issue.record("there is nothing to cancel") }
        #expect(interruption.receive(2) == .end)
    }

    @Test func `work under way is cancelled by the first signal, and the second ends the process`() async {
        let interruption = Interruption()
        let isCancelled = Mutex(false)
        interruption.onCancel { isCancelled.withLock { $0 = true } }
        await interruption.gracefully {
            #expect(interruption.received == nil)
            #expect(interruption.receive(2) == .wait)
            #expect(isCancelled.withLock { $0 })
            #expect(interruption.received == 2)
            #expect(interruption.receive(15) == .end)
            #expect(interruption.received == 2)
        }
    }
}
