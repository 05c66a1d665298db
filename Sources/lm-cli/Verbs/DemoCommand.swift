import LMReplay

/// `lm-cli demo`: what the tool can do, without a key and without a network.
enum DemoCommand {
    static let spec: CommandSpec = CommandSpec(
        name: "demo",
        summary: "A tour with built-in recordings: streaming, structured output, tools, reasoning, images.",
        discussion: ["No key is needed, and the network is not used, unless --live asks the model itself."],
        arguments: [
            ArgumentSpec(
                "scene", .any, .choice(DemoScene.allCases.map(\.rawValue)),
                "\(ValueKind.list(DemoScene.allCases.map(\.rawValue))); all of them where none is named.")
        ],
        groups: [
            OptionGroup(
                title: "OPTIONS",
                options: [
                    PlaybackOptions.speed(default: "instant; realtime on a terminal"),
                    OptionSpec(.live, .on, "Ask the model itself, in place of the recordings."), AskOptions.model,
                ]),
            AskOptions.server,
        ],
        examples: ["lm-cli demo", "lm-cli demo tools --speed 2x", "lm-cli ask --replay demo \"hello\""],
        exits: [.success, .usage], action: .task(run))

    @Sendable private static func run(_ invocation: Invocation) async throws -> ExitStatus {
        let arguments = invocation.arguments
        let names = arguments.words
        let scenes = names.isEmpty ? DemoScene.allCases : names.compactMap(DemoScene.init)
        guard scenes.count == names.count || names.isEmpty else {
            throw CLIError.usage(
                "demo has the scenes \(ValueKind.list(DemoScene.allCases.map(\.rawValue), last: "and")).")
        }
        let isLive = arguments.isOn(.live)
        let tour = DemoTour(
            invocation: invocation,
            liveModel: isLive
                ? try ModelChoice(
                    ModelOptions(arguments), ServerOptions(arguments), invocation.providers, isSent: true) : nil,
            speed: arguments.value(.speed).flatMap { ReplaySpeed($0) }
                ?? (invocation.console.output.isTerminal ? .recorded : .instant))
        for (index, scene) in scenes.enumerated() {
            try await tour.show(scene, place: "\(index + 1)/\(scenes.count)")
        }
        if !isLive {
            invocation.console.hint(
                "Everything above came from recordings. With a key (lm-cli keys set): lm-cli demo --live")
        }
        return .success
    }
}
