import LMReplay

/// What stands between a model and the network, as the options say.
enum RouteChoice {
    static func route(_ arguments: ParsedArguments) throws(CLIError) -> AskRunner.Route {
        switch (arguments.value(.record), arguments.value(.replay)) {
        case (nil, nil): return .network
        case (_?, _?): throw .usage("--record and --replay cannot be combined.", hint: "Leave out one of them.")
        case (let name?, nil): return try RecordingEnd.route(name, replaces: arguments.isOn(.force))
        case (nil, let name?):
            if let cassette = try BuiltInCassette.named(name) {
                // Nobody knows what it was asked, so that it answers anything.
                return .replay(ReplayTransport(cassette, options: .init(matcher: .any, name: name)))
            }
            let path = CassetteName.path(name)
            let cassette = try CassetteFailure.rethrowing { () throws(CassetteError) in try Cassette(contentsOf: path) }
            let command = "lm-cli record --force -o \(CassetteName.newPath(name)) PROMPT …"
            return .replay(ReplayTransport(cassette, options: .init(name: name, recordCommand: command)))
        }
    }
}
