import LMJSON
import LMTransport
import Synchronization

/// The cassettes of a server, and what each of its runs has used of them.
final class ReplayLibrary: Sendable {
    /// Why a request is not answered from a cassette.
    struct Refusal: Error {
        var status: Int
        var code: String
        var message: String
        /// The miss, where it is one.
        var miss: ReplayMiss?
    }

    /// Where an exchange of a replay comes from.
    private struct Source: Hashable {
        var cassette: String
        var number: Int
    }

    /// Exchanges that answer together, indexed once for all runs.
    private struct Shelf {
        var store: InteractionStore
        /// By the numbers that the exchanges have here, from 1.
        var sources: [Source]
    }

    private struct Key: Hashable {
        var run: String
        var cassette: String?
    }

    private struct State {
        var shelves: [String?: Shelf] = [:]
        var replays: [Key: ReplayTransport] = [:]
    }

    /// How many cassettes there are.
    var count: Int { cassettes.count }
    /// The host that was recorded, from which the shape of errors is known.
    let host: String
    /// The path that the recorded endpoints have in common, such as `/v1`; empty for none.
    let basePath: String

    private let cassettes: [String: Cassette]
    private let options: ReplayTransport.Options
    private let runLimit: Int
    private let clock: any Clock<Duration>
    private let state = Mutex(State())

    init(
        _ cassettes: [String: Cassette], options: ReplayTransport.Options, runLimit: Int, clock: any Clock<Duration>
    ) {
        self.cassettes = cassettes
        self.options = options
        self.runLimit = runLimit
        self.clock = clock
        let first = cassettes.values.lazy.flatMap(\.interactions).first.map { RecordedURL.parts(of: $0.request.url) }
        host = first.map { String($0.origin) } ?? ""
        basePath = first.map { RecordedURL.basePath(of: $0.path) } ?? ""
    }

    /// The answer to a request.
    func answer(to request: RecordedRequest, route: ReplayRoute) throws(Refusal) -> ReplayTransport.Answer {
        let key = Key(run: route.run, cassette: route.cassette)
        let replay = try replay(for: key)
        do throws(ReplayMiss) {
            return try replay.answer(to: request, faults: route.faults ?? options.faults)
        } catch {
            let miss = named(error, in: key)
            throw Refusal(status: 409, code: "replay_miss", message: miss.description, miss: miss)
        }
    }

    /// Where an exchange of an answer stands: its cassette, and its number there.
    func place(of interaction: Interaction, route: ReplayRoute) -> (cassette: String, number: Int)? {
        state.withLock { state in
            guard let sources = state.shelves[route.cassette]?.sources, sources.indices.contains(interaction.number - 1)
            else { return nil }
            let source = sources[interaction.number - 1]
            return (source.cassette, source.number)
        }
    }

    /// What all runs together came to.
    var totals: ReplayTotals {
        var totals = ReplayTotals()
        totals.exchanges = cassettes.values.reduce(0) { $0 + $1.interactions.count }
        var used: Set<Source> = []
        for (key, replay) in state.withLock({ $0.replays }) {
            let report = replay.report
            let sources = state.withLock { $0.shelves[key.cassette]?.sources ?? [] }
            totals.served += report.served.count
            used.formUnion(report.served.map { sources[$0.interaction - 1] })
            totals.misses += report.missed.map { named($0, in: key) }
        }
        totals.used = used.count
        return totals
    }

    func hasMisses(run: String) -> Bool {
        replays(of: run, cassette: nil).contains { !$0.replay.report.missed.isEmpty }
    }

    /// What a run came to.
    func report(run: String, cassette: String?) -> JSONValue {
        var served: [JSONValue] = []
        var missed: [JSONValue] = []
        var unused: [JSONValue] = []
        for (key, replay) in replays(of: run, cassette: cassette) {
            let report = replay.report
            let sources = state.withLock { $0.shelves[key.cassette]?.sources ?? [] }
            for entry in report.served {
                var object: JSONValue = .object(Self.place(sources[entry.interaction - 1]))
                object = object.adding("request", .number(JSONNumber(entry.request)))
                if !entry.drift.isEmpty { object = object.adding("drift", .array(entry.drift.map(JSONValue.string))) }
                served.append(object)
            }
            for miss in report.missed {
                let miss = named(miss, in: key)
                missed.append([
                    "request": .number(JSONNumber(miss.requestNumber)), "method": .string(miss.request.method),
                    "url": .string(miss.request.url), "differences": .array(miss.differences.map(JSONValue.string)),
                    "message": .string(miss.description),
                ])
            }
            unused += report.unused.map { .object(Self.place(sources[$0 - 1])) }
        }
        if served.isEmpty, missed.isEmpty, unused.isEmpty, let shelf = try? shelf(cassette) {
            unused = shelf.sources.map { .object(Self.place($0)) }
        }
        return ["served": .array(served), "missed": .array(missed), "unused": .array(unused)]
    }

    private func replays(of run: String, cassette: String?) -> [(key: Key, replay: ReplayTransport)] {
        state.withLock { state in
            state.replays.filter { $0.key.run == run && (cassette == nil || $0.key.cassette == cassette) }
                .map { ($0.key, $0.value) }.sorted { $0.key.cassette ?? "" < $1.key.cassette ?? "" }
        }
    }

    private func replay(for key: Key) throws(Refusal) -> ReplayTransport {
        let shelf = try shelf(key.cassette)
        return try state.withLock { (state) throws(Refusal) in
            if let replay = state.replays[key] { return replay }
            guard state.replays.count < runLimit else {
                throw Refusal(
                    status: 503, code: "too_many_runs", message: "\(runLimit) runs are kept apart already.")
            }
            let replay = ReplayTransport(shelf.store, options: options, clock: clock)
            state.replays[key] = replay
            return replay
        }
    }

    private func shelf(_ name: String?) throws(Refusal) -> Shelf {
        if let shelf = state.withLock({ $0.shelves[name] }) { return shelf }
        var chosen = cassettes.sorted { $0.key < $1.key }
        if let name {
            chosen = chosen.filter { $0.key == name }
            guard !chosen.isEmpty else {
                throw Refusal(
                    status: 404, code: "no_such_cassette",
                    message: "There is no cassette \"\(name)\" here. There are: "
                        + "\(cassettes.keys.sorted().joined(separator: ", ")).")
            }
        }
        var interactions: [Interaction] = []
        var sources: [Source] = []
        for (cassette, content) in chosen {
            for interaction in content.interactions {
                sources.append(Source(cassette: cassette, number: interaction.number))
                var interaction = interaction
                interaction.number = sources.count
                interactions.append(interaction)
            }
        }
        let shelf = Shelf(store: ReplayTransport.store(of: interactions, options: options), sources: sources)
        state.withLock { $0.shelves[name] = shelf }
        return shelf
    }

    /// A miss with the names that the client knows the nearest exchange by.
    private func named(_ miss: ReplayMiss, in key: Key) -> ReplayMiss {
        var miss = miss
        let sources = state.withLock { $0.shelves[key.cassette]?.sources ?? [] }
        let only = cassettes.count == 1 ? cassettes.keys.first : nil
        miss.cassette = key.cassette ?? only ?? "these cassettes"
        if let nearest = miss.nearest {
            miss.nearest = sources[nearest - 1].number
            miss.nearestCassette = sources[nearest - 1].cassette
        }
        return miss
    }

    private static func place(_ source: Source) -> JSONObject {
        JSONObject([
            .init(key: "cassette", value: .string(source.cassette)),
            .init(key: "interaction", value: .number(JSONNumber(source.number))),
        ])
    }
}

extension JSONValue {
    fileprivate func adding(_ key: String, _ value: JSONValue) -> JSONValue {
        guard case .object(let object) = self else { return self }
        return .object(JSONObject(Array(object) + [.init(key: key, value: value)]))
    }
}
