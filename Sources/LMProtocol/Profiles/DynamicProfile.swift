extension LanguageModelSession {
    /// What a session works with, worked out anew before each request: model, instructions, tools and options.
    ///
    /// The body has to be pure: it may run more than once for one request. State lives in session properties.
    ///
    /// ```swift
    /// struct Weather: LanguageModelSession.DynamicProfile {
    ///     @SessionProperty(\.toolCallCount) var toolCallCount
    ///
    ///     var body: some LanguageModelSession.DynamicProfile {
    ///         Profile { WeatherTool() }
    ///             .model(GrokModel.grok4)
    ///             .toolCallingMode(toolCallCount < 1 ? .required : .allowed)
    ///             .onToolCall { toolCallCount += 1 }
    ///     }
    /// }
    /// ```
    public protocol DynamicProfile: Sendable {
        /// A profile with a model, instructions and tools.
        typealias Profile = LanguageModelSession.Profile
        /// What a profile's body is made of.
        typealias DynamicProfile = LanguageModelSession.DynamicProfile
        /// A property that reads and writes the session's state.
        typealias SessionProperty = LanguageModelSession.SessionProperty

        /// The type of the body.
        associatedtype Body: DynamicProfile
        /// The profile that this one stands for.
        @DynamicProfileBuilder var body: Body { get }

        /// Adds what this profile says to a resolution. For the profiles of this package; others have a body.
        func _resolve(into resolution: inout ProfileResolution)
    }

    /// Instructions and tools: the profile that all others are built from.
    public struct Profile: DynamicProfile {
        private let content: any DynamicInstructions

        /// Makes a profile.
        public init(@DynamicInstructionsBuilder _ dynamicInstructions: () -> some DynamicInstructions) {
            content = dynamicInstructions()
        }

        /// Itself: a type of this package says what it stands for without a body.
        public var body: Self { self }

        /// Adds what this profile says to a resolution.
        public func _resolve(into resolution: inout ProfileResolution) {
            resolution.identity += "/Profile"
            content._collect(into: &resolution.content)
        }
    }

    /// A profile whose type is hidden.
    public struct AnyDynamicProfile: DynamicProfile {
        private let base: any DynamicProfile

        /// Hides the type of a profile.
        public init(_ base: any DynamicProfile) { self.base = base }
        /// Hides the type of a profile.
        public init(erasing base: some DynamicProfile) { self.base = base }

        /// Itself: a type of this package says what it stands for without a body.
        public var body: Self { self }

        /// Adds what this profile says to a resolution.
        public func _resolve(into resolution: inout ProfileResolution) { base._resolve(into: &resolution) }
    }

    /// Puts the branches of a profile's body together: exactly one profile.
    @resultBuilder
    public enum DynamicProfileBuilder {
        /// Takes the components of a block.
        public static func buildBlock<Content: DynamicProfile>(_ content: Content) -> Content { content }
        /// Takes the first branch.
        public static func buildEither<First: DynamicProfile, Second: DynamicProfile>(
            first: First
        ) -> ConditionalDynamicProfile<First, Second> { .init(.first(first)) }
        /// Takes the second branch.
        public static func buildEither<First: DynamicProfile, Second: DynamicProfile>(
            second: Second
        ) -> ConditionalDynamicProfile<First, Second> { .init(.second(second)) }
        /// Takes a component that is not available everywhere.
        public static func buildLimitedAvailability(_ content: some DynamicProfile) -> AnyDynamicProfile {
            AnyDynamicProfile(erasing: content)
        }
    }

    /// One of two profiles.
    public struct ConditionalDynamicProfile<First: DynamicProfile, Second: DynamicProfile>: DynamicProfile {
        enum Branch: Sendable {
            case first(First)
            case second(Second)
        }
        private let branch: Branch

        init(_ branch: Branch) { self.branch = branch }

        /// Itself: a type of this package says what it stands for without a body.
        public var body: Self { self }

        /// Adds what this profile says to a resolution.
        public func _resolve(into resolution: inout ProfileResolution) {
            switch branch {
            case .first(let profile):
                resolution.identity += "/first"
                profile._resolve(into: &resolution)
            case .second(let profile):
                resolution.identity += "/second"
                profile._resolve(into: &resolution)
            }
        }
    }

    /// A change to profiles that can be applied to any.
    public protocol DynamicProfileModifier: Sendable {
        /// A profile with a model, instructions and tools.
        typealias Profile = LanguageModelSession.Profile
        /// What a profile's body is made of.
        typealias DynamicProfile = LanguageModelSession.DynamicProfile
        /// A property that reads and writes the session's state.
        typealias SessionProperty = LanguageModelSession.SessionProperty

        /// The profile that is changed.
        typealias Content = DynamicProfileModifierContent<Self>
        /// The type of the changed profile.
        associatedtype Body: DynamicProfile
        /// The changed profile.
        @DynamicProfileBuilder func body(content: Content) -> Body
    }

    /// The profile that a modifier changes.
    public struct DynamicProfileModifierContent<Modifier>: DynamicProfile {
        private let base: any DynamicProfile

        init(_ base: any DynamicProfile) { self.base = base }

        /// Itself: a type of this package says what it stands for without a body.
        public var body: Self { self }

        /// Adds what this profile says to a resolution.
        public func _resolve(into resolution: inout ProfileResolution) { base._resolve(into: &resolution) }
    }
}

extension LanguageModelSession.DynamicProfile {
    /// Adds what this profile says to a resolution.
    public func _resolve(into resolution: inout LanguageModelSession.ProfileResolution) {
        resolution.identity += "/\(String(describing: Self.self))"
        body._resolve(into: &resolution)
    }
}

extension Never: LanguageModelSession.DynamicProfile {
    /// Itself: a type of this package says what it stands for without a body.
    public var body: Never { self }
    /// Adds what this profile says to a resolution.
    public func _resolve(into resolution: inout LanguageModelSession.ProfileResolution) {}
}
