import LMProtocol
import Synchronization

/// A batch of events that is handed over once.
package final class PendingBatch: Sendable {
    private let batch: Mutex<[GenerationEvent]?>

    package init(_ batch: [GenerationEvent]) { self.batch = Mutex(batch.isEmpty ? nil : batch) }

    package func take() -> [GenerationEvent]? { batch.withLock { $0.take() } }
}
