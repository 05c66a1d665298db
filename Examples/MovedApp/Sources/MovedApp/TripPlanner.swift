import Foundation
import FoundationModels
import Observation

// The model layer of an app that plans trips, as it is written for Apple's systems: nothing here knows of Linux.

// MARK: What the model generates

/// A trip, day by day.
@Generable(description: "A plan for a trip")
public struct Itinerary: Equatable, Sendable {
    /// Names the plan in the app. No part of what is generated.
    public let planID: UUID = UUID()

    @Guide(description: "A short title")
    public var title: String

    @Guide(description: "The days, in order", .count(1...3))
    public var days: [Day]

    @Guide(.range(0...10_000))
    public var budget: Int?

    public static func == (left: Itinerary, right: Itinerary) -> Bool {
        left.title == right.title && left.days == right.days && left.budget == right.budget
    }
}

/// One day of a trip.
@Generable
public struct Day: Equatable, Identifiable, Sendable {
    /// The same in every snapshot, so that a list can follow the days while they come.
    public var id: GenerationID
    public var pace: Pace
    @Guide(.minimumCount(1))
    public var stops: [Stop]

    public static func == (left: Day, right: Day) -> Bool { left.pace == right.pace && left.stops == right.stops }
}

/// How full a day is.
@Generable
public enum Pace: String, Sendable, CaseIterable {
    case relaxed, busy
}

/// A stop of a day.
@Generable
public enum Stop: Equatable, Sendable {
    case visit(place: String, hours: Double)
    case meal(String)
}

/// A city that a person writes about.
@Generable
public struct City: Equatable, Sendable {
    @Guide(description: "The city's name", .pattern(/[A-Z][a-z]+/))
    public var name: String
}

// MARK: What the model may call

/// Finds places. Knows how long the conversation is already.
public struct FindPlacesTool: Tool {
    public let name = "findPlaces"
    public let description = "Finds places to see in a city."
    @SessionProperty(\.history) private var history

    @Generable
    public struct Arguments {
        @Guide(description: "The city")
        var city: String
        @Guide(description: "How many", .range(1...5))
        var limit: Int
    }

    public init() {}

    public func call(arguments: Arguments) async throws -> String {
        let places = ["Rome": ["Forum", "Pantheon", "Trastevere"]][arguments.city] ?? []
        guard !places.isEmpty else { return "No places are known in \(arguments.city)." }
        return places.prefix(arguments.limit).joined(separator: ", ") + " (\(history.count) entries so far)"
    }
}

// MARK: Sessions whose instructions change

extension SessionPropertyValues {
    /// How many tools this conversation has used.
    @SessionPropertyEntry public var toolUses: Int = 0
}

/// A guide that looks places up at first, and then only talks.
public struct GuideProfile: LanguageModelSession.DynamicProfile {
    @SessionProperty(\.toolUses) var toolUses

    public init() {}

    public var body: some DynamicProfile {
        Profile {
            Instructions("You are a guide. Be brief.")
            if toolUses == 0 { FindPlacesTool() }
        }
        .model(SystemLanguageModel.default)
        .modifier(Careful())
        .onToolCall { toolUses += 1 }
    }
}

/// Settings for answers that are to be the same each time.
struct Careful: LanguageModelSession.DynamicProfileModifier {
    func body(content: Content) -> some DynamicProfile {
        content.temperature(0.1).samplingMode(.greedy)
    }
}

// MARK: The planner

/// What the app's views look at.
@MainActor
@Observable
public final class TripPlanner {
    /// What of the plan is there.
    public private(set) var draft: Itinerary.PartiallyGenerated?
    /// What went wrong, in words for a person.
    public private(set) var message: String?
    private var session: LanguageModelSession

    public init() {
        session = LanguageModelSession(tools: [FindPlacesTool()]) {
            "You plan trips."
            "Use the tool findPlaces before you name a place."
        }
    }

    /// Why planning is not possible; `nil` where it is.
    public static var unavailability: String? {
        switch SystemLanguageModel.default.availability {
        case .available: nil
        case .unavailable(.deviceNotEligible): "This device cannot plan trips."
        case .unavailable(.appleIntelligenceNotEnabled): "Turn on Apple Intelligence in Settings."
        case .unavailable(.modelNotReady): "The model is not ready. Try again later."
        case .unavailable: "Planning is not available."
        }
    }

    /// Gets the model ready, when the person starts to type.
    public func prepare() { session.prewarm(promptPrefix: Prompt("Plan a trip to")) }

    /// Plans a trip, and shows the plan while it grows.
    public func plan(_ city: String, isFrugal: Bool = false) async {
        message = nil
        let options = GenerationOptions(temperature: 0.5, maximumResponseTokens: 800)
        do {
            let stream = session.streamResponse(generating: Itinerary.self, options: options) {
                "Plan a trip to \(city)."
                if isFrugal { "Keep it cheap." }
                "For example:"
                Itinerary(title: "A day in Ghent", days: [], budget: nil)
            }
            for try await snapshot in stream { draft = snapshot.content }
        } catch {
            message = Self.words(for: error)
        }
    }

    /// The city of a sentence.
    public func city(in sentence: String) async throws -> City {
        let tagger = LanguageModelSession(model: SystemLanguageModel(useCase: .contentTagging))
        return try await tagger.respond(
            to: "Which city is this about? \(sentence)", generating: City.self,
            options: GenerationOptions(samplingMode: .greedy)
        ).content
    }

    /// What an error is in words for a person.
    public static func words(for error: any Error) -> String {
        switch error {
        case LanguageModelError.contextSizeExceeded: "The conversation is too long. Start a new one."
        case LanguageModelError.rateLimited(let limit):
            limit.resetDate.map { "Try again after \($0.formatted(.iso8601))." } ?? "Try again later."
        case LanguageModelError.guardrailViolation, LanguageModelError.refusal: "I cannot help with that."
        case LanguageModelSession.Error.concurrentRequests: "I am still planning."
        case let error as LanguageModelSession.ToolCallError: "\(error.tool.name) does not work right now."
        case let error as SystemLanguageModel.Error: error.localizedDescription
        case is GeneratedContent.ParsingError: "The plan cannot be read."
        default: error.localizedDescription
        }
    }

    /// The same, for the errors of the first version of the framework. Only for what an older part of the app stored.
    @available(*, deprecated)
    public static func words(forOld error: LanguageModelSession.GenerationError) async -> String {
        switch error {
        case .exceededContextWindowSize(let context): "Too long: \(context.debugDescription)"
        case .refusal(let refusal, _): (try? await refusal.explanation.content) ?? "I cannot help with that."
        case .guardrailViolation: "I cannot help with that."
        default: error.localizedDescription
        }
    }

    // MARK: Keeping a conversation

    /// The conversation, to be stored.
    public func stored() throws -> Data { try JSONEncoder().encode(session.transcript) }

    /// Goes on with a conversation that was stored.
    public func restore(_ data: Data) throws {
        let transcript = try JSONDecoder().decode(Transcript.self, from: data)
        session = LanguageModelSession(tools: [FindPlacesTool()], transcript: transcript)
    }

    /// What was said, a line for each entry.
    public var lines: [String] {
        session.transcript.compactMap { entry in
            switch entry {
            case .prompt(let prompt): "You: \(words(of: prompt.segments))"
            case .response(let response): "Planner: \(words(of: response.segments))"
            case .toolCalls(let calls): "Looked up: \(calls.map(\.toolName).joined(separator: ", "))"
            default: nil
            }
        }
    }

    private func words(of segments: [Transcript.Segment]) -> String {
        segments.map { segment in
            switch segment {
            case .text(let text): text.content
            case .structure(let structure): structure.content.jsonString
            default: ""
            }
        }
        .joined(separator: " ")
    }

    /// What a person thinks of the plan, with the conversation.
    public func feedback(isGood: Bool, wanted: String? = nil) -> Data {
        session.logFeedbackAttachment(
            sentiment: isGood ? .positive : .negative,
            issues: isGood ? [] : [.init(category: .didNotFollowInstructions, explanation: "Not the plan I wanted.")],
            desiredResponseText: wanted)
    }
}
