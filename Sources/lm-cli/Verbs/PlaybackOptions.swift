import LMReplay

/// The options that say how recorded bodies come, for every command that replays.
enum PlaybackOptions {
    static func speed(default text: String) -> OptionSpec {
        OptionSpec(.speed, .value("s", .speed), "instant, realtime, or a factor such as 4x.", default: text)
    }

    /// What goes wrong on purpose.
    static let faults = OptionGroup(
        title: "MISBEHAVE ON PURPOSE, REPEATABLY",
        options: [
            OptionSpec(
                .cuts, .value("how", .cuts), "Cut bodies as recorded, per event, whole, per byte or seed:n.",
                default: "recorded"),
            OptionSpec(
                .shake, .value("seed", .count(0...(.max))), "Cut bodies at random, the same for the same number."),
            OptionSpec(
                .cut, .value("where", .fault(.cut)), "Reset the connection at a byte; event:3 ends the body behind it."),
            OptionSpec(
                .status, .values("spec", .fault(.status)),
                "Answer with a status: 429, 429:2s, 503*2 for the first two attempts."),
            OptionSpec(.stall, .values("spec", .fault(.stall)), "Silence: 5s, or 2:60s behind event 2."),
            OptionSpec(.corrupt, .value("event", .fault(.corrupt)), "Leave out half of an event's data."),
        ])

    /// How to replay, as the options say.
    ///
    /// - Parameter speed: What holds where no speed is given.
    static func replay(
        _ arguments: ParsedArguments, speed: ReplaySpeed, name: String? = nil, matcher: RequestMatcher = .standard,
        recordCommand: String? = nil
    ) throws(CLIError) -> ReplayTransport.Options {
        var segmentation = arguments.value(.cuts).flatMap { Segmentation($0) } ?? .recorded
        if let seed = arguments.int(.shake) {
            guard arguments.value(.cuts) == nil else {
                throw .usage("--shake and --cuts cannot be combined.", hint: "Leave out one of them.")
            }
            segmentation = .seeded(UInt64(seed))
        }
        let faults: [(OptionName, FaultOption)] = [
            (.cut, .cut), (.status, .status), (.stall, .stall), (.corrupt, .corrupt),
        ]
        return ReplayTransport.Options(
            matcher: matcher, segmentation: segmentation,
            speed: arguments.value(.speed).flatMap { ReplaySpeed($0) } ?? speed,
            faults: faults.flatMap { name, option in arguments.all(name).compactMap(option.fault) }, name: name,
            recordCommand: recordCommand)
    }
}
