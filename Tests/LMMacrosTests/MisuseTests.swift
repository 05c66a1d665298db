import Foundation
import Testing

/// What the compiler says of code that uses the macros and the session wrongly. Asked of the compiler itself, because what
/// is wrong with a type only it knows.
@Suite struct MisuseTests {
    @Test(.enabled(if: Compiler.found != nil))
    func `each misuse gives one diagnostic, at its place and with what to do`() throws {
        let compiler = try #require(Compiler.found)
        let remarks = try compiler.remarks(on: Self.misuses)
        let lines = Self.misuses.split(separator: "\n", omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated() {
            guard let mark = line.firstRange(of: "  // error: ") else { continue }
            let found = remarks.filter { $0.line == index + 1 }
            #expect(found.count == 1, "\(line): \(found.map(\.message))")
            #expect(found.first?.message.contains(line[mark.upperBound...]) == true, "\(found.map(\.message))")
        }
        let marked = Set(lines.indices.filter { lines[$0].contains("  // error: ") }.map { $0 + 1 })
        #expect(marked.count >= 24)
        #expect(remarks.filter { !marked.contains($0.line) }.isEmpty)
    }

    /// Each line that ends in such a comment gives one error, with these words. Nothing else does.
    private static let misuses = #"""
        import LMProtocol

        protocol P {}
        struct Foo: Sendable, Hashable {}
        typealias Name = String
        enum Shade: String { case light, dark }
        @Generable enum Side { case left, right }

        @Generable final class Class { var a: Int = 1 }  // error: with a struct or an enum
        @Generable enum Empty {}  // error: at least one case

        @Generable struct Member {
            var a: String
            var b: Foo  // error: add '@Generable' to the type of the property
            var c: [Foo]?  // error: or give the property a value
            let d: [String: Foo]  // error: has to be 'Generable' itself
            var e: Shade  // error: has to be 'Generable' itself
            var f: Set<String>  // error: has to be 'Generable' itself
            @Guide(description: "g") var g: Foo?  // error: has to be 'Generable' itself
        }
        @Generable struct Misspelled {
            var a: Strin  // error: cannot find type 'Strin' in scope
            var b: [Strin]? = nil  // error: cannot find type 'Strin' in scope
        }
        @Generable @Generable struct Doubled { var a: Int }  // error: stands here twice
        @Generable struct Unlabelled { @Guide("a") var a: Int }  // error: missing argument label 'description:'
        @Generable struct NoWords { @Guide(description: 1) var a: Int }  // error: expected argument type 'String'
        @Generable struct Keys { var a: [Int: String] }  // error: write '[String: String]'
        @Generable struct KeysOfOnesOwn {
            var a: [Foo: Int]  // error: has to be 'Generable' itself
        }
        @Generable struct Elements { var a: [Int?] }  // error: write '[Int]'
        @Generable struct Values { var a: [String: Int?] }  // error: write '[String: Int]'
        @Generable struct Twice { var a: Int?? }  // error: write one '?'
        @Generable struct Tuple { var a: (Int, Int) }  // error: a '@Generable' struct with a property for each
        @Generable struct Closure { var a: () -> Void }  // error: make the property computed
        @Generable struct Existential { var a: any P }  // error: name a type
        @Generable struct Lazy { lazy var a: Int = 1 }  // error: a plain or a computed property
        @Generable struct Pattern { var (a, b): (Int, Int) }  // error: declare each value on its own

        @Generable struct NoGuide { @Guide() var a: Int }  // error: '@Guide' says nothing here
        @Generable struct Text { @Guide(.range(1...5)) var a: String }  // error: a string has 'anyOf'
        @Generable struct Number { @Guide(.anyOf(["a"])) var a: Int }  // error: a number has 'minimum'
        @Generable struct List { @Guide(.maximum(5)) var a: [Int] }  // error: an array has 'count'
        @Generable struct Truth { @Guide(.count(1)) var a: Bool }  // error: it has none
        @Generable struct Expression { @Guide(/a/) var a: Int }  // error: a number has 'minimum'
        @Generable struct Alias {
            @Guide(.range(1...5)) var a: Name  // error: the guide does not fit the type
            @Guide(/a/) var b: Side  // error: a regular expression is a guide of a string
        }
        @Generable struct Computed { @Guide(.minimum(1)) var a: Int { 1 } }  // error: a computed property is not generated
        @Generable struct Static { @Guide(.minimum(1)) static var a: Int { 1 } }  // error: a static property is not generated

        @Generable enum Shape {
            case circle(radius: Double)
            case mark(Foo)  // error: add '@Generable' to their type
        }
        @Generable enum Label { case a(type: Int) }  // error: give the value another label

        extension SessionPropertyValues {
            @SessionPropertyEntry var a: Int  // error: needs the value that a session begins with
            @SessionPropertyEntry let b: Int = 1  // error: declared with 'let'
        }
        struct Elsewhere {
            @SessionPropertyEntry var a: Int = 1  // error: belongs in 'extension SessionPropertyValues'
        }

        func sessions(_ model: ScriptedBackend, _ transcript: Transcript) async throws {
            _ = LanguageModelSession()  // error: name a model
            _ = LanguageModelSession(instructions: "Be brief.")  // error: name a model
            _ = LanguageModelSession(tools: []) { "Be brief." }  // error: name a model
            _ = LanguageModelSession(transcript: transcript)  // error: name a model
            _ = LanguageModelSession(dynamicInstructions: Instructions("Be brief."))  // error: name a model
            let session = LanguageModelSession(model: model)
            _ = try await session.respond(to: "Hi", generating: Foo.self)  // error: conform to 'Generable'
            _ = try await session.respond(to: Foo())  // error: Foo
            _ = try await session.respond { Foo() }  // error: it cannot stand in a prompt
            _ = LanguageModelSession(model: model) { Foo() }  // error: it cannot stand in instructions
            _ = LanguageModelSession(model: "grok")  // error: conform to 'LanguageModelBackend'
            _ = session.streamResponse(to: "Hi", generating: Foo.self)  // error: conform to 'Generable'
            _ = LanguageModelSession(model: model, tools: [Foo()])  // error: any Tool
        }

        struct Provider: LanguageModelExecutor {}  // error: conform the model to LanguageModelBackend

        struct Dynamic: DynamicInstructions {
            var body: some DynamicInstructions {
                Foo()  // error: it cannot stand in dynamic instructions
            }
        }

        struct NoDescription: Tool {  // error: does not conform to protocol 'Tool'
            func call(arguments: GeneratedContent) async throws -> String { "" }
        }
        extension SessionPropertyValues {
            @SessionPropertyEntry static var c: Int = 1  // error: static
            @SessionPropertyEntry var d: Int { 1 }  // error: writes the accessors
            @SessionPropertyEntry lazy var e: Int = 1  // error: 'lazy' cannot be used
            @SessionPropertyEntry func h() {}  // error: cannot be attached
        }
        """#
}

/// The compiler that built this, with the modules that it built.
private struct Compiler {
    struct Remark {
        var line: Int
        var message: String
    }

    let executable: URL
    let products: URL

    /// The tests lie beside the modules; a toolchain that is not on the path is not looked for.
    static let found: Compiler? = {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        let executables = path.split(separator: ":").map { URL(filePath: String($0)).appending(path: "swiftc") }
        let products = URL(filePath: CommandLine.arguments.first ?? "").deletingLastPathComponent()
        let files = FileManager.default
        guard let executable = executables.first(where: { files.isExecutableFile(atPath: $0.path()) }),
            files.fileExists(atPath: products.appending(path: "Modules/LMProtocol.swiftmodule").path()),
            files.fileExists(atPath: products.appending(path: "LMMacros-tool").path())
        else { return nil }
        return Compiler(executable: executable, products: products)
    }()

    /// The errors and warnings that a file gets, wherever the compiler sees them.
    func remarks(on source: String) throws -> [Remark] {
        let directory = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        let file = directory.appending(path: "Misuses.swift")
        try Data(source.utf8).write(to: file)
        let process = Process()
        process.executableURL = executable
        process.arguments = [
            "-typecheck", "-parse-as-library", "-swift-version", "6", "-diagnostic-style=llvm",
            "-I", products.appending(path: "Modules").path(),
            "-load-plugin-executable", products.appending(path: "LMMacros-tool").path() + "#LMMacros", file.path(),
        ]
        let output = Pipe()
        process.standardError = output
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        let bytes = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return String(decoding: bytes, as: UTF8.self).matches(of: /\n?([^\n]*?):(\d+):\d+: (?:error|warning): ([^\n]*)/)
            .map { match in
                // A place in an expansion is no line of the file.
                let isInFile = match.1.hasSuffix("/Misuses.swift")
                return Remark(line: isInFile ? Int(match.2) ?? 0 : 0, message: String(match.3))
            }
    }
}
