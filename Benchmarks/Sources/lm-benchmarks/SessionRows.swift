import LMProtocol
import Synchronization

/// Typed events through a session to snapshots.
enum SessionRows {
    static func run() async throws -> [Row] {
        var rows: [Row] = []
        for count in [50_000, 200_000, 800_000] {
            let delta = String(repeating: "word ", count: 10)
            let seconds = try await best(of: 2) { try await readAll(deltas: count, delta: delta) }
            rows.append(
                Row(
                    name: "session/text/\(count)", seconds: seconds, bytes: count * delta.utf8.count, count: count,
                    unit: "deltas"))
        }
        return rows
    }

    /// Reads every snapshot, and lets go of each before the next.
    private static func readAll(deltas: Int, delta: String) async throws {
        let session = LanguageModelSession(model: DeltaBackend(count: deltas, delta: delta))
        var length = 0
        for try await snapshot in session.streamResponse(to: "?") { length = snapshot.content.utf8.count }
        guard length == deltas * delta.utf8.count else { throw BenchmarkError.wrongResult("\(length) bytes") }
    }

    /// The cost of a delta at the end of 10 MB of text against its cost at the start, and the memory of all of it: a
    /// group of its own, because the memory is that of the whole process.
    static func slope() async throws -> [Row] {
        let count = 200_000
        let delta = String(repeating: "x", count: 50)
        let session = LanguageModelSession(model: DeltaBackend(count: count, delta: delta))
        var marks: [Double] = [cpuTime()]
        var seen = 0
        for try await _ in session.streamResponse(to: "?") {
            seen += 1
            if seen % (count / 10) == 0 { marks.append(cpuTime()) }
        }
        let steps = zip(marks, marks.dropFirst()).map { $1 - $0 }
        let ratio = (steps.last ?? 0) / max(steps.first ?? 0, 1e-9)
        return [
            Row(
                name: "slope/text", seconds: steps.reduce(0, +), bytes: count * 50, count: count, unit: "deltas",
                note:
                    "last tenth / first tenth = \((ratio * 100).rounded() / 100); peak memory \(peakMemory() / 1_000_000) MB"
            )
        ]
    }
}

enum BenchmarkError: Error {
    case wrongResult(String)
}

/// Gives one delta a batch.
private struct DeltaBackend: LanguageModelBackend {
    var count: Int
    var delta: String
    let card = ModelCard(name: "deltas", capabilities: LanguageModelCapabilities([]))

    func respond(to request: GenerationRequest) async throws -> GenerationStream {
        let id = PartID(item: 0)
        let position = Mutex(0)
        let (count, delta) = (count, delta)
        return GenerationStream {
            let index = position.withLock { position in
                defer { position += 1 }
                return position
            }
            if index == 0 { return [.textStart(id), .textDelta(id, delta)] }
            if index < count { return [.textDelta(id, delta)] }
            if index == count {
                return [
                    .textEnd(id, text: String(repeating: delta, count: count)), .finished(FinishReason(.stop)),
                ]
            }
            return nil
        }
    }
}
