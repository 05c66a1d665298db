#if os(Linux)
    import Foundation
    import LMProtocol

    // What only Apple's own model has, said where it is written.

    extension SystemLanguageModel {
        /// A model of Apple's with an adapter. Not here.
        @available(
            *, unavailable, message: "an adapter fits Apple's own model alone; name a model that can do the task"
        )
        public struct Adapter: Sendable {}

        /// The variant of Apple's model. Not here.
        @available(*, unavailable, message: "Apple's own models have variants; read the name of the model in card.name")
        public var variant: String { card.name }
    }
#endif
