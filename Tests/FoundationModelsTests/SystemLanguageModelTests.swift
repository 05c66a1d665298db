#if os(Linux)
    import Foundation
    import Testing

    // What is registered holds for the whole process: the tests that register come one after the other.
    @testable import FoundationModels

    @Suite(.serialized) struct SystemLanguageModelTests {
        @Generable struct City: Equatable {
            var name: String
        }

        init() {
            SystemLanguageModel.register(nil)
            PrivateCloudComputeLanguageModel.register(nil)
        }

        @Test func `until a model is named, the system's is unavailable and a request says how to name one`()
            async throws
        {
            #expect(SystemLanguageModel.default.availability == .unavailable(.modelNotReady))
            #expect(!SystemLanguageModel.default.isAvailable)
            #expect(PrivateCloudComputeLanguageModel().availability == .unavailable(.systemNotReady))
            let session = LanguageModelSession(instructions: "Be brief.")
            let error = await #expect(throws: SystemLanguageModel.Error.self) { try await session.respond(to: "Hi") }
            #expect(error?.errorDescription?.contains("SystemLanguageModel.register(…)") == true)
            #expect(error?.category == .configuration)
            let cloud = LanguageModelSession(model: PrivateCloudComputeLanguageModel())
            await #expect(throws: PrivateCloudComputeLanguageModel.Error.self) { try await cloud.respond(to: "Hi") }
        }

        @Test func `one line names the model that sessions without one go to, also those made before`() async throws {
            let early = LanguageModelSession()
            let backend = ScriptedBackend([.text("One."), .text("Two."), .text("Three."), .text("{\"name\":\"Rome\"}")])
            SystemLanguageModel.register(backend)
            #expect(SystemLanguageModel.default.availability == .available)
            #expect(try await early.respond(to: "1").content == "One.")
            #expect(try await LanguageModelSession { "Be brief." }.respond(to: "2").content == "Two.")
            let resumed = LanguageModelSession(transcript: early.transcript)
            #expect(try await resumed.respond(to: "3").content == "Three.")
            let typed = LanguageModelSession(model: .default, tools: [], instructions: nil)
            #expect(try await typed.respond(to: "4", generating: City.self).content == City(name: "Rome"))
            #expect(backend.requests.count == 4)
            #expect(SystemLanguageModel.default.card == backend.card)
        }

        @Test func `a profile that names no model goes to the system's`() async throws {
            struct Brief: LanguageModelSession.DynamicProfile {
                var body: some DynamicProfile { Profile { Instructions("Be brief.") } }
            }
            struct Own: LanguageModelSession.DynamicProfile {
                let model: ScriptedBackend
                var body: some DynamicProfile { Profile { Instructions("Be brief.") }.model(model) }
            }
            SystemLanguageModel.register(ScriptedBackend([.text("System."), .text("Again.")]))
            #expect(try await LanguageModelSession(profile: Brief()).respond(to: "1").content == "System.")
            let own = LanguageModelSession(profile: Own(model: ScriptedBackend([.text("Own.")])))
            #expect(try await own.respond(to: "2").content == "Own.")
            let dynamic = LanguageModelSession(dynamicInstructions: Instructions("Be brief."))
            #expect(try await dynamic.respond(to: "3").content == "Again.")
        }

        @Test func `a use case and guardrails that no model is told of are adjustments`() async throws {
            SystemLanguageModel.register(ScriptedBackend([.text("One."), .text("Two.")]))
            let plain = try await LanguageModelSession(model: SystemLanguageModel()).respond(to: "1")
            #expect(plain.adjustments.isEmpty)
            let model = SystemLanguageModel(useCase: .contentTagging, guardrails: .permissiveContentTransformations)
            let response = try await LanguageModelSession(model: model).respond(to: "2")
            #expect(response.adjustments.map(\.kind) == [.optionDropped, .optionDropped])
            #expect(response.content == "Two.")
        }

        @Test func `the private cloud has a model of its own`() async throws {
            SystemLanguageModel.register(ScriptedBackend([.text("System.")]))
            PrivateCloudComputeLanguageModel.register(ScriptedBackend([.text("Cloud.")]))
            let model = PrivateCloudComputeLanguageModel()
            #expect(model.isAvailable)
            #expect(!model.quotaUsage.isLimitReached)
            #expect(try await model.supportsLocale())
            #expect(try await LanguageModelSession(model: model).respond(to: "Hi").content == "Cloud.")
        }

        @Test func `tokens are counted by the counter that was registered, and by nothing else`() async throws {
            let model = SystemLanguageModel.default
            await #expect(throws: SystemLanguageModel.TokensNotCounted.self) { try await model.tokenCount(for: "Hi") }
            SystemLanguageModel.register(ScriptedBackend([]), tokenCounter: { $0.count })
            #expect(try await model.tokenCount(for: "Hi there") == 8)
            #expect(try await model.tokenCount(for: Instructions("Be brief.")) == 9)
            #expect(try await model.tokenCount(for: City.generationSchema) > 20)
            let entries: [Transcript.Entry] = [.prompt(.init(segments: [.text(.init(content: "Hi"))]))]
            #expect(try await model.tokenCount(for: entries) == "Prompt: Hi".count)
            #expect(try await model.tokenCount(for: Transcript(entries: entries)) == "Prompt: Hi".count)
        }

        @Test func `no language is ruled out`() {
            #expect(SystemLanguageModel.default.supportedLanguages.contains(Locale.Language(identifier: "de")))
            #expect(SystemLanguageModel.default.supportsLocale(Locale(identifier: "am_ET")))
        }
    }
#endif
