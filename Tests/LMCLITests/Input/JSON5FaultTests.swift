import Testing

@testable import lm_cli

@Suite struct JSON5FaultTests {
    @Test(arguments: [
        ("{ model: \"grok-4.3\", oops }", 1, 27), ("{\n  a: 1,\n  b 2\n}", 3, 5), ("{ a: }", 1, 6),
        ("{ é: tru }", 1, 6),
        ("[1", 1, 3), ("{ a: 'x\n' }", 1, 6), ("/* open", 1, 1), ("{} x", 1, 4), ("", 1, 1), ("{ 1: 2 }", 1, 3),
        ("{ a: 1 b: 2 }", 1, 8), ("{ \"a\\", 1, 3),
    ])
    func `a fault has its line and column`(_ text: String, _ line: Int, _ column: Int) throws {
        let bytes = Array(text.utf8)
        let place = JSON5Fault.place(of: try #require(JSON5Fault.offset(in: bytes)), in: bytes)
        #expect(place == (line, column))
    }

    @Test(arguments: [
        "{}", "{ a: 1, 'b': [1, 2,], // c\n /* d */ $e_1: +.5e-3, f: NaN, g: \"\\\"\", }", " 'x' ", "-Infinity",
        "[0x1F]",
    ])
    func `what is JSON5 has no fault`(_ text: String) {
        #expect(JSON5Fault.offset(in: Array(text.utf8)) == nil)
    }

    @Test func `a settings file that is broken is told by line and column`() async throws {
        let tool = try Tool()
        let path = try tool.folder.write("{\n  model: \"grok-4.3\",\n  oops\n}\n".utf8, to: "c.json5")
        let outcome = try await tool.run("ask", "--config", path, "--replay", "demo", "hello")
        #expect(outcome.status == 78)
        #expect(outcome.errors.contains("c.json5:4:1: this is not JSON5."), "\(outcome.errors)")
    }
}
