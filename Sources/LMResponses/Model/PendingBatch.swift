import LMProtocol
import Synchronization

/// A batch of events that is handed over once.
final class PendingBatch: Sendable {
    private let batch: Mutex<[GenerationEvent]?>

    init(_ batch: [GenerationEvent]) { self.batch = Mutex(batch.isEmpty ? nil : batch) }

    func take() -> [GenerationEvent]? { batch.withLock { $0.take() } }
}
