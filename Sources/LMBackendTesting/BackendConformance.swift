import LMProtocol
import LMReplay
import LMTransport

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What every backend is run through to know that it is right.
///
/// The author of a backend hands in answers as its server gave them, most easily the interactions of a cassette, and a way
/// to make the backend with a transport of this suite's. Each ``Check`` is one property that a session relies on; the
/// suite names what was wrong and where.
///
/// ```swift
/// @Suite struct WeatherModelConformance {
///     static let conformance = try! BackendConformance(
///         answers: RecordedAnswer.all(of: Cassette(contentsOf: "Fixtures/weather.cassette.jsonl"))
///     ) { WeatherModel(transport: $0) }
///
///     @Test(arguments: BackendConformance.Check.allCases)
///     func `the model is a sound backend`(check: BackendConformance.Check) async throws {
///         try await Self.conformance.run(check)
///     }
/// }
/// ```
///
/// An answer is used where it fits: one that calls tools for what is said of tools, one of plain text for the rest. At
/// least one of plain text is needed. A check that no answer fits passes only if the backend's card says that the model
/// lacks the ability.
public struct BackendConformance: Sendable {
    /// One property that a session relies on.
    public enum Check: String, Sendable, Hashable, CaseIterable, CustomStringConvertible {
        /// Parts open before their deltas and close once, and nothing follows the end: ``GenerationStreamLaws``.
        case streamsKeepTheLaws
        /// However the body is cut into chunks, the answer is the same.
        case cutsChangeNothing
        /// A body that ends or breaks early is an error, or says all that the whole one says.
        case aCutAnswerIsNoAnswer
        /// A body of nothing is an error.
        case nothingIsNoAnswer
        /// Cancelling the task ends the request, before the head and in the body, with `CancellationError`.
        case cancellingEndsTheRequest
        /// Letting go of the stream lets go of the body.
        case lettingGoEndsTheRequest
        /// A number of the server's, however large or wrong, ends no process: counts are what is nearest, or left out.
        case numbersAreSurvived
        /// Errors of the server have the category that their author states, and the server's own words.
        case errorsAreClassified
        /// The calls of one turn run, and their outputs stand in the next request.
        case toolOutputsAreSent
        /// After a stop of any kind the conversation goes on.
        case historyOfAStopIsSent
        /// A conversation that another provider's model had goes on here, and what that provider keeps stays out of it.
        case foreignHistoryIsSent
        /// Each option changes the request, or is reported as an adjustment, or refused.
        case optionsActOrAreReported
        /// The same request is the same bytes: what prompt caches match.
        case requestsAreStable

        /// The name in words.
        public var description: String { rawValue }
    }

    /// A check that failed.
    public struct Failure: LocalizedError, Sendable, Hashable, CustomStringConvertible {
        /// Which check.
        public var check: Check
        /// The answer it failed on; `nil` if none was used.
        public var answer: String?
        /// What was wrong, where, and what was expected.
        public var message: String

        /// Makes a failure.
        ///
        /// - Parameters:
        ///   - check: Which check.
        ///   - answer: The answer it failed on.
        ///   - message: What was wrong.
        public init(check: Check, answer: String? = nil, message: String) {
            self.check = check
            self.answer = answer
            self.message = message
        }

        /// The same as ``description``.
        public var errorDescription: String? { description }
        /// The failure in words.
        public var description: String { "\(check.rawValue)\(answer.map { " (\($0))" } ?? ""): \(message)" }
    }

    /// Answers of the server, whole and not refused.
    public var answers: [RecordedAnswer]
    /// Refusals of the server, each with the category that it has.
    public var errors: [(answer: RecordedAnswer, category: FailureCategory)]
    /// Makes the backend. Called many times, with a transport of the suite's each time.
    public var makeBackend: @Sendable (any HTTPTransport) throws -> any LanguageModelBackend

    /// Makes a suite.
    ///
    /// - Parameters:
    ///   - answers: Answers of the server, whole and not refused.
    ///   - errors: Refusals of the server, each with the category that it has.
    ///   - makeBackend: Makes the backend with a transport.
    public init(
        answers: [RecordedAnswer],
        errors: [(answer: RecordedAnswer, category: FailureCategory)] = [],
        makeBackend: @escaping @Sendable (any HTTPTransport) throws -> any LanguageModelBackend
    ) {
        self.answers = answers
        self.errors = errors
        self.makeBackend = makeBackend
    }

    /// Runs all checks.
    ///
    /// - Returns: The failures, in the order of the checks; empty if the backend is sound.
    public func failures() async -> [Failure] {
        var failures: [Failure] = []
        for check in Check.allCases {
            do { try await run(check) } catch let error as Failure { failures.append(error) } catch {
                failures.append(Failure(check: check, message: "It threw \(error)."))
            }
        }
        return failures
    }

    /// Runs one check.
    ///
    /// - Throws: ``Failure`` that says what was wrong, or what making the backend throws.
    public func run(_ check: Check) async throws {
        switch check {
        case .streamsKeepTheLaws: try await checkLaws()
        case .cutsChangeNothing: try await checkCuts()
        case .aCutAnswerIsNoAnswer: try await checkPrefixes()
        case .nothingIsNoAnswer: try await checkNothing()
        case .cancellingEndsTheRequest: try await checkCancelling()
        case .lettingGoEndsTheRequest: try await checkLettingGo()
        case .numbersAreSurvived: try await checkNumbers()
        case .errorsAreClassified: try await checkErrors()
        case .toolOutputsAreSent: try await checkTools()
        case .historyOfAStopIsSent: try await checkStops()
        case .foreignHistoryIsSent: try await checkForeignHistory()
        case .optionsActOrAreReported: try await checkOptions()
        case .requestsAreStable: try await checkStability()
        }
    }
}
