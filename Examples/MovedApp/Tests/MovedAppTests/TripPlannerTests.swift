#if os(Linux)
    import Foundation
    import FoundationModels
    import MovedApp
    import Testing

    // The model is registered for the whole process, so the tests come one after the other.
    @Suite(.serialized) @MainActor struct TripPlannerTests {
        private let plan = """
            {"title":"Rome","days":[{"pace":"busy","stops":[{"type":"visit","place":"Forum","hours":2.5},\
            {"type":"meal","value":"Lunch"}]}],"budget":300}
            """

        private func register(_ scripts: ScriptedBackend.Script...) -> ScriptedBackend {
            let backend = ScriptedBackend(scripts)
            SystemLanguageModel.register(backend)
            return backend
        }

        private func register(_ scripts: [ScriptedBackend.Script]) -> ScriptedBackend {
            let backend = ScriptedBackend(scripts)
            SystemLanguageModel.register(backend)
            return backend
        }

        @Test func `without a model the app says that it is not ready`() async {
            SystemLanguageModel.register(nil)
            #expect(TripPlanner.unavailability == "The model is not ready. Try again later.")
            let planner = TripPlanner()
            await planner.plan("Rome")
            #expect(planner.message?.contains("SystemLanguageModel.register") == true)
        }

        @Test func `a plan comes piece by piece, with a tool's places`() async throws {
            let middle = plan.index(plan.startIndex, offsetBy: 60)
            let backend = register(
                .toolCalls((id: "c1", name: "findPlaces", arguments: #"{"city":"Rome","limit":2}"#)),
                .text(String(plan[..<middle]), String(plan[middle...])))
            #expect(TripPlanner.unavailability == nil)
            let planner = TripPlanner()
            await planner.plan("Rome", isFrugal: true)
            #expect(planner.message == nil)
            #expect(planner.draft?.title == "Rome")
            #expect(planner.draft?.budget == 300)
            #expect(planner.draft?.days?.count == 1)
            guard case .visit(let place, let hours)? = planner.draft?.days?.first?.stops?.first else {
                Issue.record("no visit")
                return
            }
            #expect(place == "Forum")
            #expect(hours == 2.5)
            #expect(planner.lines.first?.contains("Keep it cheap.") == true)
            #expect(planner.lines.contains("Looked up: findPlaces"))
            #expect(backend.requests.count == 2)
            #expect(backend.requests.first?.schema?.jsonSchema["properties"]?["planID"] == nil)

            let other = TripPlanner()
            try other.restore(planner.stored())
            #expect(other.lines == planner.lines)
            let feedback = String(decoding: planner.feedback(isGood: false, wanted: "Naples"), as: UTF8.self)
            #expect(feedback.contains("didNotFollowInstructions"))
            #expect(feedback.contains("Naples"))
        }

        @Test func `what fails is told in the app's words`() async {
            _ = register(
                [
                    .failing(LanguageModelError.rateLimited(.init(resetDate: nil, debugDescription: "429"))),
                    .failing(LanguageModelError.refusal(.init(explanation: "No.", debugDescription: "refused"))),
                ])
            let planner = TripPlanner()
            await planner.plan("Rome")
            #expect(planner.message == "Try again later.")
            await planner.plan("Rome")
            #expect(planner.message == "I cannot help with that.")
        }

        @Test func `a tagger gives a value, and a profile changes after a tool was used`() async throws {
            let backend = register(
                .text(#"{"name":"Rome"}"#),
                .toolCalls((id: "c1", name: "findPlaces", arguments: #"{"city":"Rome","limit":1}"#)),
                .text("The Forum."))
            #expect(try await TripPlanner().city(in: "All roads lead there.").name == "Rome")
            let session = LanguageModelSession(profile: GuideProfile())
            #expect(try await session.respond(to: "What is there in Rome?").content == "The Forum.")
            #expect(session.properties.toolUses == 1)
            #expect(backend.requests.map(\.tools.count) == [0, 1, 0])
            #expect(backend.requests.last?.options.temperature == 0.1)
        }
    }
#endif
