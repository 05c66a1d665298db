import Dispatch
import Synchronization

/// Runs tasks one after another, and moves a virtual clock whenever none of them can go on.
final class VirtualExecutor: TaskExecutor {
    private let clock: VirtualClock
    private let queue = DispatchQueue(label: "swift-lm.virtual-time")
    /// Jobs that were handed in and have not ended.
    private let pending = Mutex(0)

    init(clock: VirtualClock) { self.clock = clock }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        pending.withLock { $0 += 1 }
        queue.async {
            job.runSynchronously(on: self.asUnownedTaskExecutor())
            let idle = self.pending.withLock { pending in
                pending -= 1
                return pending == 0
            }
            // Waking a sleeper enqueues its job, which brings control back to here.
            if idle { self.clock.advanceToNextSleeper() }
        }
    }
}
