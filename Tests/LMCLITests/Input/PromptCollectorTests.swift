import Testing

@testable import lm_cli

@Suite struct PromptCollectorTests {
    private let png: [UInt8] =
        [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8) + [0, 0, 4, 0, 0, 0, 3, 0]

    private func collect(
        _ words: [String], standardInput: [UInt8]? = nil, kind: FileDescriptor.Kind = .pipe,
        _ variables: [String: String] = [:], messages: Pipe? = nil
    ) throws -> PromptParts {
        let pipe = try Pipe()
        if let standardInput { try pipe.writing.write(standardInput) }
        pipe.closeWriting()
        let output = try Pipe()
        let errors = try messages ?? Pipe()
        let console = Console(
            output: .pipe, error: .pipe, time: .live(), outputDescriptor: output.writing,
            errorDescriptor: errors.writing)
        return try PromptCollector(
            arguments: ArgumentParser.parse(["ask"] + words, root: CommandTable.root),
            environment: Environment(variables),
            standardInput: StandardInput(descriptor: pipe.reading, kind: standardInput == nil ? .terminal : kind),
            console: console
        ).collect()
    }

    private func failure(
        _ words: [String], standardInput: [UInt8]? = nil, kind: FileDescriptor.Kind = .pipe
    ) throws
        -> CLIError
    {
        try #require(throws: CLIError.self) { try collect(words, standardInput: standardInput, kind: kind) }
    }

    @Test func `words are joined by spaces`() throws {
        #expect(try collect(["why", "not"]).parts == [.text("why not", origin: .words)])
    }

    @Test func `piped text stands before the prompt, as a part of its own`() throws {
        let parts = try collect(["summarise"], standardInput: Array("text\r\n".utf8)).parts
        #expect(parts == [.text("text\r\n", origin: .standardInput), .text("summarise", origin: .words)])
    }

    @Test func `piped text alone is the prompt`() throws {
        #expect(try collect([], standardInput: Array("hello".utf8)).text == "hello")
    }

    @Test func `empty standard input is nothing, and said so where it was redirected on purpose`() throws {
        let messages = try Pipe()
        #expect(
            try collect(["hi"], standardInput: [], kind: .file, messages: messages).parts == [
                .text("hi", origin: .words)
            ])
        #expect(try messages.text() == "lm-cli: standard input was empty; sending the prompt alone.\n")
        for kind in [FileDescriptor.Kind.device, .pipe, .socket] {
            let silent = try Pipe()
            _ = try collect(["hi"], standardInput: [], kind: kind, messages: silent)
            #expect(try silent.text().isEmpty)
        }
    }

    @Test func `nothing asked is a usage error that says nothing was sent`() throws {
        let empty = try failure([], standardInput: [])
        #expect(empty.code == .usage)
        #expect(empty.message == "there is no prompt, and standard input was empty. Nothing was sent.")
        #expect(try failure([]).message == "there is no prompt. Nothing was sent.")
        #expect(try failure(["-"], standardInput: []).code == .usage)
    }

    @Test func `--no-stdin and LM_NO_STDIN leave standard input alone`() throws {
        #expect(try collect(["--no-stdin", "hi"], standardInput: Array("x".utf8)).text == "hi")
        #expect(try collect(["hi"], standardInput: Array("x".utf8), ["LM_NO_STDIN": "1"]).text == "hi")
    }

    @Test func `a closed standard input is not read`() throws {
        #expect(try collect(["hi"], standardInput: Array("x".utf8), kind: .closed).text == "hi")
    }

    @Test func `a dash reads standard input in its place`() throws {
        #expect(try collect(["-"], standardInput: Array("ask this".utf8)).parts == [.text("ask this", origin: .words)])
        let parts = try collect(["-f", "-", "sum"], standardInput: Array("data".utf8)).parts
        #expect(parts == [.text("data", origin: .standardInput), .text("sum", origin: .words)])
    }

    @Test func `two users of standard input are refused`() throws {
        let error = try failure(["-f", "-", "-a", "-", "hi"], standardInput: [])
        #expect(error.code == .usage)
        #expect(error.message.contains("can be read once"))
        #expect(try failure(["--no-stdin", "-"]).code == .usage)
    }

    @Test func `an image on standard input is attached`() throws {
        let prompt = try collect(["what?"], standardInput: png)
        #expect(prompt.images.first?.chip == "[image: standard input · PNG 1024×768 · 24 bytes]")
        #expect(prompt.parts.count == 2)
    }

    @Test func `bytes that are not UTF-8 are refused with their place`() throws {
        let error = try failure(["hi"], standardInput: Array("caf".utf8) + [0xE9, 0x0A])
        #expect(error.code == .data)
        #expect(error.message == "standard input is not UTF-8 text: byte 3 cannot be read. Nothing was sent.")
        let utf16 = try failure(["hi"], standardInput: [0xFF, 0xFE, 0x61, 0x00])
        #expect(utf16.hints.first?.contains("UTF-16") == true)
    }

    @Test func `a byte order mark is dropped`() throws {
        #expect(try collect([], standardInput: [0xEF, 0xBB, 0xBF] + Array("hi".utf8)).text == "hi")
    }

    @Test func `files stand between piped text and the prompt`() throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("inside".utf8, to: "notes.txt")
        let parts = try collect(["-f", file, "sum"], standardInput: Array("piped".utf8)).parts
        #expect(
            parts == [
                .text("piped", origin: .standardInput), .text("inside", origin: .file(file)),
                .text("sum", origin: .words),
            ])
    }

    @Test func `a file that is not there, is a folder, or is an image is refused before anything is sent`() throws {
        let folder = try TemporaryFolder()
        let missing = try failure(["-f", folder.path + "/nope", "hi"])
        #expect(missing.code == .noInput)
        #expect(missing.message == "cannot read \(folder.path)/nope: no such file. Nothing was sent.")
        #expect(try failure(["-f", folder.path, "hi"]).message.contains("it is a folder"))
        let image = try folder.write(png, to: "a.png")
        #expect(try failure(["-f", image, "hi"]).hints.first?.hasPrefix("Attach it: -a ") == true)
    }

    @Test func `images are checked, labelled and listed`() throws {
        let folder = try TemporaryFolder()
        let image = try folder.write(png, to: "a.png")
        let prompt = try collect(["-a", "first=\(image)", "-a", image, "-a", "https://example.com/x.png?a=b", "which?"])
        #expect(prompt.images.map(\.label) == ["first", nil, nil])
        #expect(prompt.images[0].chip == "[image first: a.png · PNG 1024×768 · 24 bytes]")
        #expect(prompt.images[2].source == .remote("https://example.com/x.png?a=b"))
        let missing = try failure(["-a", "nope.png", "what?"])
        #expect(missing.message == "cannot read nope.png: no such file. Nothing was sent.")
        #expect(missing.code == .noInput)
        let gif = try folder.write("GIF89a".utf8, to: "a.gif")
        let refused = try failure(["-a", gif, "what?"])
        #expect(refused.code == .data)
        #expect(refused.message.contains("a.gif is no PNG or JPEG image (it looks like GIF)"))
    }

    @Test func `paths are taken as drag and drop gives them`() throws {
        let folder = try TemporaryFolder()
        let file = try folder.write(png, to: "my cat.png")
        let environment = Environment(["HOME": folder.path])
        for spelling in [
            file, "'\(file)'", "\"\(file)\"", "file://" + file.replacing(" ", with: "%20"),
            file.replacing(" ", with: "\\ "), "~/my cat.png",
        ] {
            #expect(PathInput.path(spelling, environment: environment) == file, "\(spelling)")
        }
    }

    @Test func `a pipe on which nothing comes gets a hint, and is still read`() throws {
        let pipe = try Pipe()
        let input = StandardInput(descriptor: pipe.reading, kind: .pipe)
        let bytes = try input.readAll(hintAfter: 0) {
            try? pipe.writing.write(Array("late".utf8))
            pipe.closeWriting()
        }
        #expect(bytes == Array("late".utf8))
    }
}
