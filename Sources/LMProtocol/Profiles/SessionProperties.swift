import Observation
import Synchronization

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Names a value that profiles, instructions and tools of one session share.
public protocol SessionPropertyKey: SendableMetatype {
    /// The type of the value.
    associatedtype Value: Sendable
    /// The value before it is set.
    static var defaultValue: Value { get }
}

/// The shared values of one session. Observable; safe to use from any task.
public final class SessionPropertyValues: Sendable, Observable {
    /// The values of the session on whose behalf the current code runs: a profile's body, a hook, a tool.
    @TaskLocal static var current: SessionPropertyValues?

    private let values = Mutex<[ObjectIdentifier: any Sendable]>([:])
    private let owner = Mutex<WeakSession>(WeakSession())
    private let registrar = ObservationRegistrar()

    private struct WeakSession: Sendable {
        weak var session: LanguageModelSession?
    }

    init() {}

    func attach(_ session: LanguageModelSession) { owner.withLock { $0.session = session } }

    /// The value of a key; the key's default where it was not set.
    public subscript<Key: SessionPropertyKey>(key: Key.Type) -> Key.Value {
        get {
            registrar.access(self, keyPath: \.revision)
            return values.withLock { $0[ObjectIdentifier(key)] as? Key.Value } ?? Key.defaultValue
        }
        set {
            registrar.withMutation(of: self, keyPath: \.revision) {
                values.withLock { $0[ObjectIdentifier(key)] = newValue }
            }
        }
    }

    /// Stands for all values towards observation, which needs a key path of the class.
    private var revision: Int { 0 }

    /// The session's transcript without its leading instructions. A hook of the profile may change it for the request
    /// that is being made and those after it.
    public var history: Transcript.HistoryView {
        get { owner.withLock { $0.session }?.transcript.history ?? Transcript().history }
        set {
            guard let session = owner.withLock({ $0.session }) else { return }
            // What runs on the session's behalf, as a hook of its profile does, does not interfere with the turn.
            if Self.current === self { session.replaceHistory(newValue) } else { session.transcript.history = newValue }
        }
    }
}

extension LanguageModelSession {
    /// A shared value of the session on whose behalf the code runs: in a profile, in instructions, in a tool.
    ///
    /// Anywhere else there is no session: reading gives the key's default, and writing is lost.
    @propertyWrapper
    public struct SessionProperty<Value: Sendable>: Sendable {
        private let keyPath: any ReferenceWritableKeyPath<SessionPropertyValues, Value> & Sendable

        /// Names the value.
        public init(_ keyPath: any ReferenceWritableKeyPath<SessionPropertyValues, Value> & Sendable) {
            self.keyPath = keyPath
        }

        /// The value in the session on whose behalf the code runs.
        public var wrappedValue: Value {
            get { (SessionPropertyValues.current ?? SessionPropertyValues())[keyPath: keyPath] }
            nonmutating set { SessionPropertyValues.current?[keyPath: keyPath] = newValue }
        }
    }

    /// Starts a conversation that works with a profile.
    public convenience init(profile: some DynamicProfile, history: some Collection<Transcript.Entry> = []) {
        self.init(
            source: .profile(ProfileSource(profile: profile)), transcript: Transcript(entries: history),
            identifiers: { UUID().uuidString })
    }

    /// Starts a conversation that works with a profile, and with a model where the profile names none.
    package convenience init(
        profile: some DynamicProfile, history: some Collection<Transcript.Entry>,
        defaultModel: some LanguageModelBackend
    ) {
        self.init(profile: profile.model(defaultModel), history: history)
    }

    /// Starts a conversation with a model, and instructions that are worked out anew before each request.
    public convenience init(
        model: some LanguageModelBackend, dynamicInstructions: some DynamicInstructions,
        history: some Collection<Transcript.Entry> = []
    ) {
        self.init(profile: Profile { dynamicInstructions }.model(model), history: history)
    }
}
