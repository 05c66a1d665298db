import Foundation
import LMJSON
import Testing

@testable import LMMacroExpansion

@Suite struct PluginTests {
    private func answer(_ message: JSONValue) throws -> JSONValue {
        try JSONValue(parsing: PluginHost().answer(message.bytes()))
    }

    @Test func `the plug-in names its version of the protocol`() throws {
        let answer = try answer(["getCapability": ["capability": ["protocolVersion": 7]]])
        #expect(answer == ["getCapabilityResult": ["capability": ["protocolVersion": 7, "features": []]]])
    }

    @Test(arguments: [
        "{}", "[]", "not JSON", "", "{\"somethingNew\":{}}", "{\"expandAttachedMacro\":{}}",
        "{\"expandFreestandingMacro\":{\"macro\":{\"moduleName\":\"LMMacros\",\"name\":\"x\",\"typeName\":\"X\"}}}",
    ])
    func `a message that is not known gets an answer that adds nothing`(message: String) throws {
        let answer = try JSONValue(parsing: PluginHost().answer(Array(message.utf8)))
        #expect(answer["expandMacroResult"]?["expandedSource"] == .null)
        #expect(answer["expandMacroResult"]?["diagnostics"]?[0]?["severity"] == "error")
    }

    @Test func `a library is not loaded`() throws {
        let answer = try answer(["loadPluginLibrary": ["libraryPath": "/x", "moduleName": "X"]])
        #expect(answer == ["loadPluginLibraryResult": ["loaded": false, "diagnostics": []]])
    }

    @Test func `a macro that the plug-in does not have is an error at its use`() {
        let exchange = PluginExchange("OtherMacro", "peer", of: "@Other var a: Int")
        #expect(exchange.source == nil)
        #expect(exchange.remarks.map(\.severity) == ["error"])
    }

    @Test func `a diagnostic has the place in the file, in bytes`() throws {
        let source = "\n/// é\n@Generable enum E {}"
        let answer = try answer([
            "expandAttachedMacro": [
                "macro": ["moduleName": "LMMacros", "name": "Generable", "typeName": "GenerableMacro"],
                "macroRole": "extension",
                "attributeSyntax": [
                    "source": "\n/// é\n@Generable ", "location": ["fileName": "a.swift", "offset": 50],
                ],
                "declSyntax": ["source": .string(source), "location": ["fileName": "a.swift", "offset": 50]],
            ]
        ])
        let diagnostic = answer["expandMacroResult"]?["diagnostics"]?[0]
        #expect(diagnostic?["position"] == ["fileName": "a.swift", "offset": 58])
        #expect(diagnostic?["highlights"] == [["fileName": "a.swift", "startOffset": 58, "endOffset": 68]])
        #expect(diagnostic?["notes"] == [])
        #expect(diagnostic?["fixIts"] == [])
    }

    /// Messages to the plug-in, and what it answers. Files stand in for the compiler's pipes, because a program that
    /// another test starts would inherit the end of a pipe and keep it open.
    private func serve(_ input: [UInt8]) throws -> [UInt8] {
        let folder = FileManager.default.temporaryDirectory.appending(path: "lm-plugin-tests-" + UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (question, answer) = (folder.appending(path: "question"), folder.appending(path: "answer"))
        try Data(input).write(to: question)
        try Data().write(to: answer)
        let reading = try FileHandle(forReadingFrom: question)
        let writing = try FileHandle(forWritingTo: answer)
        PluginHost().serve(PluginConnection(input: reading.fileDescriptor, output: writing.fileDescriptor))
        try reading.close()
        try writing.close()
        return [UInt8](try Data(contentsOf: answer))
    }

    private func framed(_ text: String) -> [UInt8] {
        (0..<8).map { UInt8(truncatingIfNeeded: text.utf8.count >> (8 * $0)) } + Array(text.utf8)
    }

    @Test func `messages are answered one after the other until an empty one`() throws {
        let question = framed("{\"getCapability\":{}}")
        let answer = framed("{\"getCapabilityResult\":{\"capability\":{\"protocolVersion\":7,\"features\":[]}}}")
        #expect(try serve(question + question + framed("") + question) == answer + answer)
    }

    @Test func `a stream that breaks off ends the plug-in`() throws {
        #expect(try serve([]).isEmpty)
        #expect(try serve([1, 2, 3]).isEmpty)
        #expect(try serve(framed("{\"getCapability\":{}}").dropLast()).isEmpty)
        #expect(try serve([UInt8](repeating: 0xFF, count: 16)).isEmpty)
    }
}
