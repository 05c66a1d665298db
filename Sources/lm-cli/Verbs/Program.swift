/// From the words of a command line to the end of the process.
enum Program {
    /// Runs the tool and ends the process.
    static func main(_ words: [String]) -> Never {
        SignalLoop.ignoreBrokenPipes()
        let closed = FileDescriptor.fillClosedStandardStreams()
        let environment = Environment.process
        let format = FailureFormat(words: words)

        let arguments: ParsedArguments
        do throws(CLIError) {
            arguments = try self.arguments(words, environment)
        } catch {
            let console = Console.process(ParsedArguments(path: []), environment: environment)
            SignalLoop.end(report(error, as: format, to: console))
        }

        let console = Console.process(arguments, environment: environment)
        let invocation = Invocation(
            arguments: arguments, console: console, environment: environment,
            standardInput: StandardInput.process(wasClosed: closed.contains(.standardInput)), time: .live(),
            interruption: Interruption())
        switch action(for: arguments) {
        case .immediate(let run):
            SignalLoop.end(finish(invocation, format) { try run(invocation) })
        case .task(let run):
            SignalLoop.run(invocation.interruption) {
                let result: Result<ExitStatus, any Error>
                do { result = .success(try await run(invocation)) } catch { result = .failure(error) }
                return finish(invocation, format) { try result.get() }
            }
        }
    }

    /// What the command line says, and where it says nothing, the files of settings.
    private static func arguments(_ words: [String], _ environment: Environment) throws(CLIError) -> ParsedArguments {
        var arguments = try ArgumentParser.parse(words, root: CommandTable.root)
        guard arguments.path.allSatisfy(\.readsSettings), !arguments.isOn(.help), !arguments.isOn(.version) else {
            return arguments
        }
        try Configuration(arguments, environment: environment).fill(&arguments, environment: environment)
        return arguments
    }

    private static func action(for arguments: ParsedArguments) -> CommandSpec.Action {
        if arguments.isOn(.version) {
            return .immediate { invocation in
                try invocation.console.write("lm-cli \(ProductVersion.text)\n")
                return .success
            }
        }
        if arguments.isOn(.help) {
            return .immediate { invocation in
                try invocation.console.write(
                    HelpText.screen(of: arguments.path, width: invocation.console.output.columns))
                return .success
            }
        }
        return arguments.spec?.action
            ?? .immediate { invocation in
                throw CLIError.usage(
                    "\(arguments.path.map(\.name).joined(separator: " ")) needs a sub-command.",
                    hint: "See: \(arguments.path.map(\.name).joined(separator: " ")) --help")
            }
    }

    /// Writes what is left and turns every outcome into the end of the process.
    private static func finish(
        _ invocation: Invocation, _ format: FailureFormat, _ outcome: () throws -> ExitStatus
    ) -> ExitStatus {
        let console = invocation.console
        do {
            let status = try outcome()
            try console.flush()
            return status
        } catch let presented as PresentedFailure {
            return report(presented.failure, as: .text, to: console, isQuiet: format != .text)
        } catch let error as SystemError where error.isBrokenPipe {
            return .brokenPipe
        } catch let error as SystemError {
            return report(CLIError(cannotWrite: error), as: format, to: console)
        } catch {
            var failure = FailureReport.error(for: error)
            if failure.code == .software {
                let path = CrashReport.write(failure, invocation.arguments, environment: invocation.environment)
                if let path { failure.hints.append("Details, without secrets: \(path)") }
            }
            return report(failure, as: format, to: console)
        }
    }

    private static func report(
        _ failure: CLIError, as format: FailureFormat, to console: Console, isQuiet: Bool? = nil
    ) -> ExitStatus {
        do throws(SystemError) {
            try format.write(failure, to: console)
            try console.flush()
        } catch {
            if error.isBrokenPipe { return .brokenPipe }
            // Standard output is what failed; the line on standard error says the rest.
        }
        // Who reads JSON and asks for quiet has the failure there.
        if !(isQuiet ?? (format != .text)) || console.verbosity != .quiet { console.report(failure) }
        if let signal = failure.code.signal { return .signal(signal) }
        return .code(failure.code)
    }
}
