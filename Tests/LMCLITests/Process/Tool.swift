import Foundation

@testable import lm_cli

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The built tool, run as a person or a script runs it.
struct Tool {
    /// Where the tool was built: beside the tests.
    static let path: String = {
        let names = [CommandLine.arguments.first ?? "", Bundle.main.bundlePath, Bundle.main.executablePath ?? ""]
        for name in names {
            var folder = URL(filePath: name).deletingLastPathComponent()
            for _ in 0..<4 {
                let candidate = folder.appending(path: "lm-cli").path
                if FileManager.default.isExecutableFile(atPath: candidate) { return candidate }
                folder.deleteLastPathComponent()
            }
        }
        return "lm-cli"
    }()

    /// What the tool came to.
    struct Outcome {
        var status: Int32
        var output: String
        var errors: String
        var outputBytes: [UInt8]
    }

    /// The files of the tool, and nothing of the person who runs the tests.
    let folder: TemporaryFolder
    var variables: [String: String]

    init(_ variables: [String: String] = [:]) throws {
        BrokenPipes.areIgnored
        folder = try TemporaryFolder()
        self.variables = [
            "PATH": "/usr/bin:/bin", "HOME": folder.path, "LM_HOME": folder.path + "/home", "LANG": "C.UTF-8",
        ]
        self.variables.merge(variables) { $1 }
    }

    /// Writes a script that can be run, and gives its path.
    func executable(_ script: String, named name: String) throws -> String {
        try folder.executable(script, named: name)
    }

    /// Runs the tool to its end, on a thread of its own, because waiting for it blocks.
    func run(_ arguments: String..., input: [UInt8] = []) async throws -> Outcome {
        try await run(arguments, input: input)
    }

    /// Runs the tool to its end.
    func run(_ arguments: [String], input: [UInt8] = []) async throws -> Outcome {
        let variables = variables
        let outcome = try await Self.onThread {
            try ChildProcess.run(Self.path, arguments, input: input, environment: variables, timeout: .seconds(120))
        }
        return Outcome(
            status: outcome.status, output: String(decoding: outcome.output, as: UTF8.self),
            errors: String(decoding: outcome.errors, as: UTF8.self), outputBytes: outcome.output)
    }

    /// Starts the tool and leaves its streams to the test.
    func start(_ arguments: String...) throws -> RunningTool {
        try RunningTool(arguments, environment: variables)
    }

    /// Runs a shell script, in which `$LM` is the tool.
    func shell(_ script: String) async throws -> Outcome {
        var variables = variables
        variables["LM"] = Self.path
        let environment = variables
        let outcome = try await Self.onThread {
            try ChildProcess.run("bash", ["-c", script], environment: environment, timeout: .seconds(120))
        }
        return Outcome(
            status: outcome.status, output: String(decoding: outcome.output, as: UTF8.self),
            errors: String(decoding: outcome.errors, as: UTF8.self), outputBytes: outcome.output)
    }

    static func onThread<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            Thread { continuation.resume(with: Result { try work() }) }.start()
        }
    }
}

/// The tool while it runs.
final class RunningTool: @unchecked Sendable {
    let identifier: pid_t
    private let inputs: Channel
    private let outputs: Channel
    private let errors: Channel

    init(_ arguments: [String], environment: [String: String]) throws {
        inputs = try Channel()
        outputs = try Channel()
        errors = try Channel()
        identifier = try ProcessSpawn.start(
            Tool.path, arguments, environment: environment, input: inputs.reading, output: outputs.writing,
            errors: errors.writing)
        inputs.reading.close()
        outputs.writing.close()
        errors.writing.close()
    }

    deinit {
        outputs.reading.close()
        errors.reading.close()
    }

    func closeInput() { inputs.writing.close() }

    func write(_ text: String) throws { try inputs.writing.write(Array(text.utf8)) }

    func signal(_ number: Int32) { ProcessSpawn.kill(identifier, signal: number) }

    /// Reads standard output until it holds a text, or ends.
    func readOutput(until text: String) async throws -> String { try await read(outputs.reading, until: text) }

    /// Reads standard error until it holds a text, or ends.
    func readErrors(until text: String) async throws -> String { try await read(errors.reading, until: text) }

    /// Waits for the end. Gives the exit code, or 128 and the number of the signal that ended the tool.
    func wait() async throws -> Int32 {
        try await Deadline.guarding(identifier) { [identifier] in try ProcessSpawn.wait(for: identifier) }
    }

    private func read(_ end: FileDescriptor, until text: String) async throws -> String {
        try await Deadline.guarding(identifier) {
            var bytes: [UInt8] = []
            while true {
                let chunk = try end.read(upTo: 4096)
                bytes += chunk
                let read = String(decoding: bytes, as: UTF8.self)
                if chunk.isEmpty || read.contains(text) { return read }
            }
        }
    }
}
