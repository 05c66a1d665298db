import Testing

@testable import lm_cli

@Suite struct CodeBlocksTests {
    @Test(arguments: [
        ("no code", []), ("```\na\n```", ["a\n"]), ("```\na", ["a\n"]), ("````\n```\n````", ["```\n"]),
        ("~~~ swift\na\n\nb\n~~~~\nrest", ["a\n\nb\n"]), ("  ```\n  a\n    b\n  ```", ["a\n  b\n"]),
        ("``` a ``` b\nc", []), ("```\n```\n```\nx\n```", ["", "x\n"]),
    ])
    func `fences begin and end a block as CommonMark says`(markdown: String, blocks: [String]) {
        #expect(CodeBlocks.contents(of: markdown) == blocks)
    }
}
