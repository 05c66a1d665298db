#if os(Linux)
    import Foundation
    import LMProtocol

    /// Sessions that name no model: they go to the system's.
    extension LanguageModelSession {
        /// Starts a conversation with the system's model.
        @_disfavoredOverload
        public convenience init(
            model: SystemLanguageModel = .default, tools: [any Tool] = [], instructions: String? = nil
        ) {
            self.init(model: model, tools: tools, instructions: instructions.map { Instructions($0) })
        }

        /// Starts a conversation with the system's model.
        public convenience init(
            model: SystemLanguageModel = .default, tools: [any Tool] = [], instructions: Instructions? = nil
        ) {
            self.init(
                model: model, tools: tools, instructions: instructions, identifiers: { UUID().uuidString })
        }

        /// Starts a conversation with the system's model. Throws what the builder throws.
        public convenience init(
            model: SystemLanguageModel = .default, tools: [any Tool] = [],
            @InstructionsBuilder instructions: () throws -> Instructions
        ) rethrows {
            self.init(model: model, tools: tools, instructions: try instructions())
        }

        /// Goes on with a conversation with the system's model.
        public convenience init(
            model: SystemLanguageModel = .default, tools: [any Tool] = [], transcript: Transcript
        ) {
            self.init(
                model: model, tools: tools, transcript: transcript, identifiers: { UUID().uuidString })
        }

        /// Starts a conversation that works with a profile, and with the system's model where the profile names none.
        ///
        /// It stands before the initializer of LMProtocol for code that imports this module alone; where both are
        /// imported, that one is taken, and a profile has to name its model.
        @_disfavoredOverload
        public convenience init(profile: some DynamicProfile, history: some Collection<Transcript.Entry> = []) {
            self.init(profile: profile, history: history, defaultModel: SystemLanguageModel.default)
        }

        /// Starts a conversation with the system's model, and instructions that are worked out anew before each request.
        public convenience init(
            model: SystemLanguageModel = .default, dynamicInstructions: some DynamicInstructions,
            history: some Collection<Transcript.Entry> = []
        ) {
            self.init(profile: Profile { dynamicInstructions }.model(model), history: history)
        }
    }
#endif
