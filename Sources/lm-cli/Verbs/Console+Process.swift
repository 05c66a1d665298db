extension Console {
    /// The console of this process, as the options and the environment want it.
    static func process(_ arguments: ParsedArguments, environment: Environment) -> Console {
        let color = arguments.value(.color).flatMap(ColorChoice.init)
        func profile(_ descriptor: FileDescriptor) -> StreamProfile {
            StreamProfile.decide(
                isTerminal: descriptor.isTerminal, terminalColumns: descriptor.terminalColumns, color: color,
                width: arguments.int(.width), environment: environment)
        }
        let error = profile(.standardError)
        let isQuiet = arguments.isOn(.quiet)
        return Console(
            output: profile(.standardOutput), error: error,
            typography: arguments.isOn(.ascii) ? .ascii : .preferred(in: environment),
            verbosity: isQuiet ? .quiet : arguments.isOn(.verbose) ? .verbose : .normal,
            progress: .decide(
                stream: error, isTurnedOff: arguments.isOff(.progress), isQuiet: isQuiet, environment: environment),
            time: .live())
    }
}
