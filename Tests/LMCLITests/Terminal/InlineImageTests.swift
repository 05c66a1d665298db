import Testing

@testable import lm_cli

@Suite struct InlineImageTests {
    private func image(_ bytes: [UInt8]) throws -> ImageInput { try ImageInput(label: nil, name: "x", bytes: bytes) }
    private let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + Array(repeating: 7, count: 4000)
    private let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0]

    @Test(arguments: [
        (["TERM": "xterm-kitty"], InlineImage.kitty), (["TERM_PROGRAM": "iTerm.app"], .iterm),
        (["TERM_PROGRAM": "WezTerm", "TERM": "xterm-256color"], .iterm), (["TERM": "xterm-256color"], nil),
        (["TERM": "xterm-kitty", "TMUX": "/tmp/x"], nil), ([:], nil),
    ])
    func `the way is told from the environment, and there is none where nothing is known`(
        variables: [String: String], way: InlineImage?
    ) {
        #expect(InlineImage(environment: Environment(variables)) == way)
    }

    @Test func `kitty gets PNG in pieces of 4096 characters, and no JPEG`() throws {
        let sequence = try #require(InlineImage.kitty.sequence(for: try image(png)))
        let pieces = sequence.split(separator: "\u{1B}_G").map { $0.split(separator: ";", maxSplits: 1) }
        #expect(pieces.count == 2)
        #expect(pieces[0][0].contains("f=100") && pieces[0][0].hasSuffix("m=1"))
        #expect(pieces[1][0] == "m=0")
        #expect(pieces[0][1] == Base64Text.encoded(png).prefix(4096) + "\u{1B}\\")
        #expect(InlineImage.kitty.sequence(for: try image(jpeg)) == nil)
    }

    @Test func `iTerm2 gets both as they are`() throws {
        let sequence = try #require(InlineImage.iterm.sequence(for: try image(jpeg)))
        #expect(sequence.hasPrefix("\u{1B}]1337;File=inline=1;size=4;"))
        #expect(sequence.hasSuffix(":\(Base64Text.encoded(jpeg))\u{07}\n"))
    }
}
