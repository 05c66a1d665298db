import LMGrok
import LMProtocol
import LMReplay
import LMTransport

/// Shows one scene after another, each through the whole stack: session, backend, transport and terminal.
struct DemoTour: Sendable {
    let invocation: Invocation
    /// The model that answers; `nil` for the recordings.
    var liveModel: ModelChoice?
    /// How fast the recordings come.
    var speed = ReplaySpeed.instant

    private var console: Console { invocation.console }

    /// Shows a scene. Gives what the recording was asked for; `nil` where none was.
    @discardableResult
    nonisolated(nonsending) func show(_ scene: DemoScene, place: String) async throws -> ReplayReport? {
        try console.write(
            drawn:
                "\(Style.bold.applied(to: console.typography.rendered("\(place) \(scene.rawValue): \(scene.title)"), on: console.output))\n"
        )
        try console.write("> \(scene.prompt)\(scene == .images ? "  [image: a red dot · PNG 8×8]" : "")\n")
        guard let liveModel else {
            // The prompts are the tour's own, so that the order is enough to find the answer.
            let replay = ReplayTransport(
                try BuiltInCassette.cassette(of: scene), options: .init(matcher: .any, speed: speed, name: "demo"))
            let model = GrokModel.grok4_7.apiKey("unsent").transport(replay)
            try await play(scene, on: model, service: Self.replayed)
            return replay.report
        }
        let backend = liveModel.backend(transport: nil)
        try await play(scene, on: backend, service: liveModel.service)
        return nil
    }

    private static let replayed = ServiceContext(
        name: "the recording", host: "api.x.ai", model: ModelChoice.standardModel, keySource: "the recording")

    private nonisolated(nonsending) func play(
        _ scene: DemoScene, on backend: some LanguageModelBackend, service: ServiceContext
    ) async throws {
        let hidden = DocumentOutput()
        let output: any AnswerOutput = scene == .structured ? hidden : console
        let presenter = TextPresenter(
            output: output, console: console, time: invocation.time, model: service.model,
            settings: .init(
                reasoning: scene == .reasoning ? .show : .hide, tellsUsage: true, isRendered: console.output.isTerminal)
        )
        let run = ReplyRun(presenter: presenter, service: service, interruption: invocation.interruption)
        let tools = desk(for: scene)
        let session = LanguageModelSession(
            model: backend.tapped { try run.observe($0) }, tools: tools?.sessionTools ?? [])
        if let tools {
            session.toolCallingPolicy = tools.policy
            tools.begin { try run.observe(toolResult: $0, name: $1, output: $2) }
        }
        var trip: DemoTrip?
        try await run.run {
            if scene == .structured {
                trip = try await plan(scene.prompt, session)
            } else {
                _ = try await session.respond(
                    to: prompt(of: scene),
                    contextOptions: ContextOptions(reasoningLevel: scene.effort.map { .custom($0) }))
            }
        }
        if let trip { try console.write(Self.outline(of: trip)) }
        try console.write("\n")
    }

    private func prompt(of scene: DemoScene) -> Prompt {
        let words = Transcript.Segment.text(.init(content: scene.prompt))
        return Prompt(segments: scene == .images ? [DemoPicture.segment, words] : [words])
    }

    private func desk(for scene: DemoScene) -> ToolDesk? {
        guard scene == .tools else { return nil }
        return ToolDesk(
            tools: [DemoWeatherTool()], approval: .auto, limit: 4, console: console, time: invocation.time
        ) { _ in .run }
    }

    /// Shows how far a value has come while it comes.
    private nonisolated(nonsending) func plan(
        _ prompt: String, _ session: LanguageModelSession
    ) async throws -> DemoTrip {
        let stream = session.streamResponse(to: prompt, generating: DemoTrip.self)
        var shown = ""
        for try await snapshot in stream {
            let days = snapshot.content.days ?? []
            let activities = days.reduce(0) { $0 + ($1.activities?.count ?? 0) }
            let words = "title: \(snapshot.content.title ?? "…") · days: \(days.count) · activities: \(activities)"
            if words != shown { console.showStatus(words) }
            shown = words
        }
        console.showStatus(nil)
        return try await stream.collect().content
    }

    private static func outline(of trip: DemoTrip) -> String {
        let days = trip.days.enumerated().map {
            "  day \($0 + 1), \($1.quarter): \($1.activities.joined(separator: "; "))\n"
        }
        return "\(trip.title)\n\(days.joined())"
    }
}
