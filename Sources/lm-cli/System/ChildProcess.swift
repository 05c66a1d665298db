#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Another program, run to its end with its input and output as bytes.
enum ChildProcess {
    /// What a program came to.
    struct Outcome: Sendable, Hashable {
        /// The exit code, or 128 and the number of the signal that ended it.
        var status: Int32
        var output: [UInt8]
        var errors: [UInt8]
    }

    /// Why a program came to nothing.
    enum Failure: Error, Hashable, CustomStringConvertible {
        /// There is no such program, or it may not be run.
        case cannotStart(SystemError)
        /// It did not end in time, and was ended.
        case timedOut
        /// It wrote more than is taken, and was ended.
        case tooMuchOutput
        case failed(SystemError)

        var description: String {
            switch self {
            case .cannotStart(let error): "it cannot be started: \(error)"
            case .timedOut: "it did not end in time"
            case .tooMuchOutput: "it wrote more than \(outputLimit >> 20) MiB"
            case .failed(let error): error.description
            }
        }
    }

    /// The most bytes that are taken of each stream.
    static let outputLimit = 16 * 1024 * 1024

    /// Runs a program, found by its path or in `PATH`, to its end. Blocks.
    ///
    /// - Parameter environment: The variables that it gets; `nil` for those of this process.
    static func run(
        _ program: String, _ arguments: [String], input: [UInt8] = [], environment: [String: String]? = nil,
        timeout: Duration?
    ) throws(Failure) -> Outcome {
        var conversation: Conversation
        do throws(SystemError) {
            let (inputs, outputs, errors) = (try Channel(), try Channel(), try Channel())
            defer {
                inputs.reading.close()
                outputs.writing.close()
                errors.writing.close()
            }
            conversation = Conversation(
                input: input[...], inputEnd: inputs.writing, outputEnd: outputs.reading, errorEnd: errors.reading)
            inputs.makeWritingNonblocking()
            conversation.identifier = try ProcessSpawn.start(
                program, arguments, environment: environment, input: inputs.reading, output: outputs.writing,
                errors: errors.writing)
        } catch {
            throw .cannotStart(error)
        }
        return try conversation.run(until: timeout.map { ContinuousClock.now + $0 })
    }

    /// Runs a program to its end as ``run(_:_:input:environment:timeout:)`` does, without holding a thread of the pool.
    static func finish(
        _ program: String, _ arguments: [String], input: [UInt8] = [], environment: [String: String]? = nil,
        timeout: Duration?
    ) async throws(Failure) -> Outcome {
        try await onThread { () throws(Failure) in
            try run(program, arguments, input: input, environment: environment, timeout: timeout)
        }
    }

    /// Runs a program on the streams of this process, such as an editor. Gives its exit code.
    static func runOnTerminal(_ program: String, _ arguments: [String]) async throws(Failure) -> Int32 {
        try await onThread { () throws(Failure) in
            do throws(SystemError) {
                let identifier = try ProcessSpawn.start(
                    program, arguments, environment: nil, input: .standardInput, output: .standardOutput,
                    errors: .standardError)
                return try ProcessSpawn.wait(for: identifier)
            } catch {
                throw .cannotStart(error)
            }
        }
    }

    private static func onThread<Value: Sendable>(
        _ work: @escaping @Sendable () throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        let result: Result<Value, Failure>
        do throws(SystemError) {
            result = try await SystemThread.value {
                do throws(Failure) { return .success(try work()) } catch { return .failure(error) }
            }
        } catch {
            throw .cannotStart(error)
        }
        return try result.get()
    }

    /// Runs a program that writes to the terminal itself, with bytes as its input. Blocks. Gives its exit code.
    static func feed(_ program: String, _ arguments: [String], input: [UInt8]) throws(Failure) -> Int32 {
        do throws(SystemError) {
            let channel = try Channel()
            defer { channel.reading.close() }
            let identifier = try ProcessSpawn.start(
                program, arguments, environment: nil, input: channel.reading, output: .standardOutput,
                errors: .standardError)
            // A pager that is left early reads no more.
            do throws(SystemError) { try channel.writing.write(input) } catch {}
            channel.writing.close()
            return try ProcessSpawn.wait(for: identifier)
        } catch {
            throw .cannotStart(error)
        }
    }

    /// What goes to and comes from a program while it runs.
    private struct Conversation {
        var input: ArraySlice<UInt8>
        var inputEnd: FileDescriptor?
        var outputEnd: FileDescriptor?
        var errorEnd: FileDescriptor?
        var output: [UInt8] = []
        var errors: [UInt8] = []
        var identifier: pid_t = 0

        mutating func run(until deadline: ContinuousClock.Instant?) throws(Failure) -> Outcome {
            defer { for end in [inputEnd, outputEnd, errorEnd] { end?.close() } }
            do throws(Failure) {
                while outputEnd != nil || errorEnd != nil || inputEnd != nil { try step(until: deadline) }
            } catch {
                ProcessSpawn.kill(identifier)
                _ = try? ProcessSpawn.wait(for: identifier)
                throw error
            }
            do throws(SystemError) {
                return Outcome(status: try ProcessSpawn.wait(for: identifier), output: output, errors: errors)
            } catch {
                throw .failed(error)
            }
        }

        private mutating func step(until deadline: ContinuousClock.Instant?) throws(Failure) {
            if input.isEmpty, let end = inputEnd {
                end.close()
                inputEnd = nil
            }
            var entries = [
                pollfd(fd: inputEnd?.rawValue ?? -1, events: Int16(POLLOUT), revents: 0),
                pollfd(fd: outputEnd?.rawValue ?? -1, events: Int16(POLLIN), revents: 0),
                pollfd(fd: errorEnd?.rawValue ?? -1, events: Int16(POLLIN), revents: 0),
            ]
            guard inputEnd != nil || outputEnd != nil || errorEnd != nil else { return }
            let rest = deadline.map { $0 - ContinuousClock.now }
            if let rest, rest <= .zero { throw .timedOut }
            let count = poll(
                &entries, nfds_t(entries.count), rest.map { Int32(clamping: $0.wholeMilliseconds + 1) } ?? -1)
            guard count >= 0 || Platform.lastError.isInterrupted else { throw .failed(Platform.lastError) }
            guard count > 0 else { return }
            if entries[0].revents != 0 { feed() }
            if entries[1].revents != 0 { outputEnd = try drain(outputEnd, into: &output) }
            if entries[2].revents != 0 { errorEnd = try drain(errorEnd, into: &errors) }
        }

        /// A program need not read its input to the end.
        private mutating func feed() {
            guard let end = inputEnd else { return }
            let written = input.withUnsafeBytes { systemWrite(end.rawValue, $0.baseAddress, $0.count) }
            if written > 0 {
                input = input.dropFirst(written)
            } else if !(errno == EAGAIN || errno == EINTR) {
                input = []
            }
        }

        /// Takes what is there. Gives the descriptor, or `nil` where it has come to its end.
        private func drain(_ end: FileDescriptor?, into bytes: inout [UInt8]) throws(Failure) -> FileDescriptor? {
            guard let end else { return nil }
            let chunk: [UInt8]
            do throws(SystemError) { chunk = try end.read(upTo: 64 * 1024) } catch { throw .failed(error) }
            guard !chunk.isEmpty else {
                end.close()
                return nil
            }
            bytes += chunk
            guard bytes.count <= outputLimit else { throw .tooMuchOutput }
            return end
        }
    }
}
