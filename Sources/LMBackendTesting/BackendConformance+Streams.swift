import LMProtocol
import LMTransport

// MARK: What an answer is

extension BackendConformance {
    /// The request of the checks that look at answers: what it asks does not matter.
    static let question = GenerationRequest(
        transcript: Transcript(entries: [.prompt(.init(id: "question", segments: [.text(.init(content: "Hello"))]))]))

    /// Reads the answer that a transport gives.
    func reading(_ transport: ConformanceTransport, of request: GenerationRequest = question) async throws -> Reading {
        let backend = try makeBackend(transport)
        return try await Reading { try await backend.respond(to: request) }
    }

    /// An answer of plain text that came to its end by itself.
    func textAnswer(for check: Check) async throws -> RecordedAnswer {
        guard let answer = try await answers.first({ try await reading(ConformanceTransport(.init($0))).isText }) else {
            throw Failure(check: check, message: "None of the answers is plain text that ends by itself; hand one in.")
        }
        return answer
    }

    /// What an answer is when it comes as it was recorded.
    private func wholeReading(_ answer: RecordedAnswer, for check: Check) async throws -> Reading {
        let reading = try await reading(ConformanceTransport(.init(answer)))
        try expect(reading.failure == nil, check, answer) {
            "The answer is whole, and was read as a failure of the category \(reading.failure?.name ?? "")."
        }
        return reading
    }

    func checkLaws() async throws {
        if answers.isEmpty { _ = try await textAnswer(for: .streamsKeepTheLaws) }
        for answer in answers {
            let reading = try await wholeReading(answer, for: .streamsKeepTheLaws)
            try expect(reading.violations.isEmpty, .streamsKeepTheLaws, answer) { reading.violations[0] }
        }
    }

    func checkCuts() async throws {
        for answer in answers {
            let whole = try await wholeReading(answer, for: .cutsChangeNothing)
            func check(_ chunks: [[UInt8]], _ how: String) async throws {
                let cut = try await reading(ConformanceTransport(.init(answer, chunks: chunks)))
                if let difference = cut.difference(from: whole) {
                    throw Failure(check: .cutsChangeNothing, answer: answer.name, message: "\(how): \(difference)")
                }
            }
            try await check(answer.body.map { [$0] }, "Byte by byte")
            for position in positions(in: answer.body) {
                let halves = [Array(answer.body[..<position]), Array(answer.body[position...])]
                try await check(halves, "In two pieces, cut at byte \(position)")
            }
        }
    }

    func checkPrefixes() async throws {
        for answer in answers {
            let whole = try await wholeReading(answer, for: .aCutAnswerIsNoAnswer)
            for position in positions(in: answer.body) {
                let chunks = [Array(answer.body[..<position])]
                for ending in [ConformanceTransport.Reply.Ending.end, .breaks] {
                    let cut = try await reading(ConformanceTransport(.init(answer, chunks: chunks, ending: ending)))
                    // What follows may be the mark of the end alone, or the usage: then nothing of the answer is lost.
                    let saysAll = cut.parts == whole.parts && cut.calls == whole.calls && cut.finish == whole.finish
                    try expect(cut.failure != nil || saysAll, .aCutAnswerIsNoAnswer, answer) {
                        "After \(position) of \(answer.body.count) bytes the body \(ending == .end ? "ended" : "broke"), "
                            + "and the answer was taken for whole."
                    }
                }
            }
        }
    }

    func checkNothing() async throws {
        let answer = try await textAnswer(for: .nothingIsNoAnswer)
        for (body, name) in [("", "nothing"), ("\n\n", "blank lines"), ("<html>Gateway</html>", "a web page")] {
            let reading = try await reading(ConformanceTransport(.init(answer, chunks: [Array(body.utf8)])))
            try expect(reading.failure != nil, .nothingIsNoAnswer, answer) {
                "A body of \(name) was taken for an answer."
            }
        }
    }

    func checkNumbers() async throws {
        let extremes = ["9223372036854775807", "-9223372036854775808", "18446744073709551616", "1e308", "-1", "0.5"]
        for answer in answers {
            let numbers = Self.numbers(in: answer.body)
            let names = Set(numbers.map(\.name)).sorted()
            // Each member by itself as the largest count, because what one does is not to hide behind another; and all.
            let changes = names.map { ([$0], extremes[0]) } + extremes.map { (names, $0) }
            for (names, extreme) in changes {
                var body: [UInt8] = []
                var position = 0
                for number in numbers where names.contains(number.name) {
                    body += answer.body[position..<number.range.lowerBound] + Array(extreme.utf8)
                    position = number.range.upperBound
                }
                body += answer.body[position...]
                let reply = ConformanceTransport.Reply(answer, chunks: [body])
                // Whether it is an answer or an error is the backend's to say; that something is said is the check.
                let reading = try await reading(ConformanceTransport(reply))
                try expect((reading.usage?.totalTokenCount ?? 0) >= 0, .numbersAreSurvived, answer) {
                    "With \(extreme) for \(names) the usage is \(reading.usage?.totalTokenCount ?? 0) tokens."
                }
                let session = LanguageModelSession(model: try makeBackend(ConformanceTransport(reply, reply)))
                _ = try? await session.respond(to: "Hello")
                _ = "\(session.usage)"
            }
        }
    }

    /// The numbers that stand behind a name in JSON, by their places.
    private static func numbers(in body: [UInt8]) -> [(name: String, range: Range<Int>)] {
        var numbers: [(String, Range<Int>)] = []
        var nameStart: Int?
        var name = ""
        var position = 0
        while position < body.count {
            defer { position += 1 }
            if body[position] == UInt8(ascii: "\"") {
                if let start = nameStart {
                    name = String(decoding: body[start..<position], as: UTF8.self)
                    nameStart = nil
                } else {
                    nameStart = position + 1
                }
                continue
            }
            guard nameStart == nil, body[position] == UInt8(ascii: ":"), !name.isEmpty else { continue }
            var start = position + 1
            while start < body.count, body[start] == 0x20 { start += 1 }
            let digits = body[start...].prefix { (0x30...0x39).contains($0) || "+-.eE".utf8.contains($0) }
            if let first = digits.first, first == UInt8(ascii: "-") || (0x30...0x39).contains(first) {
                numbers.append((name, digits.startIndex..<digits.endIndex))
            }
            name = ""
        }
        return numbers
    }

    func checkErrors() async throws {
        for (answer, category) in errors {
            let backend = try makeBackend(ConformanceTransport(.init(answer)))
            do {
                for try await _ in try await backend.respond(to: Self.question) {}
                throw Failure(
                    check: .errorsAreClassified, answer: answer.name, message: "The refusal was taken for an answer.")
            } catch let error as any LanguageModelFailure {
                try expect(error.category == category, .errorsAreClassified, answer) {
                    "It has the category \(error.category.name) in place of \(category.name)."
                }
                try expect(error.evidence?.status == answer.status, .errorsAreClassified, answer) {
                    "Its evidence has the status \(error.evidence?.status.map(String.init) ?? "none") "
                        + "in place of \(answer.status)."
                }
            }
        }
    }

    /// The places at which a body is cut: each of a short one, two hundred of a long one.
    private func positions(in body: [UInt8]) -> some Sequence<Int> {
        stride(from: 1, to: body.count, by: max(1, body.count / 200))
    }

    /// - Throws: ``Failure`` if a condition does not hold.
    func expect(
        _ condition: Bool, _ check: Check, _ answer: RecordedAnswer? = nil, _ message: () -> String
    ) throws(Failure) {
        if !condition { throw Failure(check: check, answer: answer?.name, message: message()) }
    }
}

// MARK: Letting go

extension BackendConformance {
    func checkCancelling() async throws {
        let answer = try await textAnswer(for: .cancellingEndsTheRequest)
        var headless = ConformanceTransport.Reply(answer)
        headless.waitsForHead = true
        let half = Array(answer.body[..<(answer.body.count / 2)])
        let cases: [(String, ConformanceTransport.Reply)] = [
            ("before the head of the response", headless),
            ("before the first byte of the body", .init(answer, chunks: [], ending: .waits)),
            ("in the middle of the body", .init(answer, chunks: [half], ending: .waits)),
        ]
        for (place, reply) in cases {
            let transport = ConformanceTransport(reply)
            let backend = try makeBackend(transport)
            let task = Task { for try await _ in try await backend.respond(to: Self.question) {} }
            await transport.untilSomeoneWaits()
            task.cancel()
            switch try await result(of: task, .cancellingEndsTheRequest, "the task was cancelled \(place)") {
            case .failure(is CancellationError): break
            case .failure(let error):
                throw Failure(
                    check: .cancellingEndsTheRequest,
                    message: "Cancelled \(place), it threw \(error) in place of CancellationError.")
            case .success:
                throw Failure(
                    check: .cancellingEndsTheRequest, message: "Cancelled \(place), it returned as if it were whole.")
            }
            try expect(transport.isLetGo, .cancellingEndsTheRequest) {
                "Cancelled \(place), the request is still open."
            }
        }
    }

    func checkLettingGo() async throws {
        let answer = try await textAnswer(for: .lettingGoEndsTheRequest)
        let most = Array(answer.body[..<(answer.body.count * 3 / 4)])
        let transport = ConformanceTransport(.init(answer, chunks: [most], ending: .waits))
        let backend = try makeBackend(transport)
        func readABatch() async throws { _ = try await backend.respond(to: Self.question).next() }
        try await readABatch()
        try expect(transport.isLetGo, .lettingGoEndsTheRequest, answer) {
            "The stream was let go of, and the request is still open."
        }
    }

    /// What a task comes to, unless it comes to nothing in half a minute.
    func result(
        of task: Task<Void, any Error>, _ check: Check, _ since: String
    ) async throws -> Result<Void, any Error> {
        let (results, continuation) = AsyncStream<Result<Void, any Error>?>.makeStream()
        let watch = Task { continuation.yield(await task.result) }
        let alarm = Task {
            try await Task.sleep(for: .seconds(30))
            continuation.yield(nil)
        }
        defer {
            watch.cancel()
            alarm.cancel()
        }
        for await result in results {
            guard let result else { break }
            return result
        }
        throw Failure(check: check, message: "Half a minute after \(since) the backend has not returned.")
    }
}

extension Sequence {
    /// The first element for which a condition holds.
    fileprivate func first(_ condition: (Element) async throws -> Bool) async throws -> Element? {
        for element in self where try await condition(element) { return element }
        return nil
    }
}
