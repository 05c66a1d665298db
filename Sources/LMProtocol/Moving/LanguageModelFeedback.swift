import LMJSON

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What a person thinks of an answer.
public struct LanguageModelFeedback {
    /// Whether the answer was good.
    public enum Sentiment: String, Sendable, CaseIterable {
        /// It was good.
        case positive
        /// It was bad.
        case negative
        /// Neither.
        case neutral
    }

    /// What was wrong with the answer.
    public struct Issue: Sendable {
        /// The kinds of trouble.
        public enum Category: String, Sendable, CaseIterable {
            /// It did not help.
            case unhelpful
            /// It was too long.
            case tooVerbose
            /// It did not do as it was told.
            case didNotFollowInstructions
            /// It was wrong.
            case incorrect
            /// It was unfair to a group of people.
            case stereotypeOrBias
            /// It was of a sexual kind.
            case suggestiveOrSexual
            /// It was rude.
            case vulgarOrOffensive
            /// A harmless prompt was refused.
            case triggeredGuardrailUnexpectedly
        }
        let category: Category
        let explanation: String?

        /// Names what was wrong, and says more where there is more to say.
        public init(category: Category, explanation: String? = nil) {
            self.category = category
            self.explanation = explanation
        }
    }
}

extension LanguageModelSession {
    /// The conversation with what a person thinks of its last answer, as JSON to be kept or sent to whoever is to see it.
    ///
    /// Nothing is stored and nothing is sent. The value holds the whole transcript, in the form that its own coding has.
    @discardableResult
    public func logFeedbackAttachment(
        sentiment: LanguageModelFeedback.Sentiment?, issues: [LanguageModelFeedback.Issue] = [],
        desiredOutput: Transcript.Entry? = nil
    ) -> Data {
        var members: [JSONObject.Member] = []
        if let sentiment { members.append(.init(key: "sentiment", value: .string(sentiment.rawValue))) }
        let issues = issues.map { issue -> JSONValue in
            var members: [JSONObject.Member] = [.init(key: "category", value: .string(issue.category.rawValue))]
            if let explanation = issue.explanation {
                members.append(.init(key: "explanation", value: .string(explanation)))
            }
            return .object(JSONObject(members))
        }
        members.append(.init(key: "issues", value: .array(issues)))
        members.append(.init(key: "transcript", value: Self.json(of: transcript)))
        if let desiredOutput {
            members.append(.init(key: "desiredOutput", value: Self.json(of: Transcript(entries: [desiredOutput]))))
        }
        return Data(JSONValue.object(JSONObject(members)).bytes())
    }

    /// The same, with the words that the answer should have had.
    @discardableResult
    public func logFeedbackAttachment(
        sentiment: LanguageModelFeedback.Sentiment?, issues: [LanguageModelFeedback.Issue] = [],
        desiredResponseText: String?
    ) -> Data {
        let segment = desiredResponseText.map { Transcript.Segment.text(.init(id: "desired", content: $0)) }
        return logFeedbackAttachment(sentiment: sentiment, issues: issues, desired: segment)
    }

    /// The same, with the value that the answer should have been.
    @discardableResult
    public func logFeedbackAttachment(
        sentiment: LanguageModelFeedback.Sentiment?, issues: [LanguageModelFeedback.Issue] = [],
        desiredResponseContent: (any ConvertibleToGeneratedContent)?
    ) -> Data {
        let segment = desiredResponseContent.map { value in
            let name = (type(of: value) as? any Generable.Type)?.generationSchema.name ?? ""
            return Transcript.Segment.structure(
                .init(id: "desired", schemaName: name, content: value.generatedContent))
        }
        return logFeedbackAttachment(sentiment: sentiment, issues: issues, desired: segment)
    }

    private func logFeedbackAttachment(
        sentiment: LanguageModelFeedback.Sentiment?, issues: [LanguageModelFeedback.Issue],
        desired: Transcript.Segment?
    ) -> Data {
        logFeedbackAttachment(
            sentiment: sentiment, issues: issues,
            desiredOutput: desired.map { .response(.init(id: "desired", segments: [$0])) })
    }

    private static func json(of transcript: Transcript) -> JSONValue {
        TranscriptWriter(isExact: true).json(transcript)
    }
}
