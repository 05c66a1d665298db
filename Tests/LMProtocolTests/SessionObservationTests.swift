import LMProtocol
import Observation
import Synchronization
import Testing

@Suite struct SessionObservationTests {
    @Test func `those who observe the transcript learn of the prompt, the thought and the answer`() async throws {
        let session = LanguageModelSession(model: ScriptedBackend([.text("a", "b")]))
        let changes = Counter()
        @Sendable func watch() {
            withObservationTracking {
                _ = session.transcript
            } onChange: {
                _ = changes.next()
                watch()
            }
        }
        watch()
        try await session.respond(to: "?")
        #expect(changes.next() > 3)
    }

    @Test func `those who observe isResponding learn of the start and the end`() async throws {
        let session = LanguageModelSession(model: ScriptedBackend([.text("a")]))
        let states = Mutex<[Bool]>([])
        @Sendable func watch() {
            withObservationTracking {
                _ = session.isResponding
            } onChange: {
                // Told before the change, so what is read here is what it was.
                states.withLock { $0.append(session.isResponding) }
                watch()
            }
        }
        watch()
        try await session.respond(to: "?")
        #expect(states.withLock { $0 } == [false, true])
        #expect(session.isResponding == false)
    }

    @Test func `session properties are observable`() {
        let session = LanguageModelSession(model: ScriptedBackend([]))
        let changes = Counter()
        withObservationTracking {
            _ = session.properties[Probe.self]
        } onChange: {
            _ = changes.next()
        }
        session.properties[Probe.self] = 2
        #expect(changes.next() == 2)
        #expect(session.properties[Probe.self] == 2)
    }

    private enum Probe: SessionPropertyKey { static let defaultValue = 1 }
}
