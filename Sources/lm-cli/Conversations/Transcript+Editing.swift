import LMProtocol

extension Transcript {
    /// The same conversation under other instructions; `nil` leaves those that it has.
    func instructed(_ instructions: String?) -> Transcript {
        guard let instructions else { return self }
        let rest = drop { entry in if case .instructions = entry { true } else { false } }
        guard !instructions.isEmpty else { return Transcript(entries: rest) }
        let entry = Entry.instructions(.init(segments: [.text(.init(content: instructions))]))
        return Transcript(entries: [entry] + rest)
    }

    /// The place of the last prompt; `nil` where there is none.
    var lastPromptIndex: Int? {
        lastIndex { entry in if case .prompt = entry { true } else { false } }
    }

    /// The last prompt.
    var lastPrompt: Prompt? {
        guard let index = lastPromptIndex, case .prompt(let prompt) = self[index] else { return nil }
        return prompt
    }

    /// The conversation before its last prompt.
    var beforeLastPrompt: Transcript {
        lastPromptIndex.map { Transcript(entries: self[..<$0]) } ?? self
    }

    /// The conversation without a last prompt that got no answer at all.
    var withoutUnansweredPrompt: Transcript {
        guard case .prompt = last else { return self }
        return Transcript(entries: dropLast())
    }
}
