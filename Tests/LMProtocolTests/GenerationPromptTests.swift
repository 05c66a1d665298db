import Foundation
import LMJSON
import LMProtocol
import Testing

@Suite struct `Prompts` {
    private func texts(_ prompt: Prompt) -> [String] {
        prompt.segments.map { segment in
            switch segment {
            case .text(let text): text.content
            case .structure(let structure): "\(structure.schemaName):\(structure.content.jsonString)"
            case .attachment(let attachment): "attachment:\(attachment.label ?? "")"
            }
        }
    }

    @Test func `each component is a segment of its own`() {
        let isLong = false
        let url = URL(filePath: "/tmp/a.png")
        let prompt = Prompt {
            "Plan a trip."
            ["a", "b"]
            Trip.Day(city: "A", activities: [], stars: 1)
            if isLong { "At length." }
            if isLong { "x" } else { "Briefly." }
            for number in 1...2 { "\(number)" }
            Attachment(imageURL: url).label("map")
            5
            nil as Int?
            Prompt("inner")
        }
        #expect(
            texts(prompt) == [
                "Plan a trip.", "a", "b", #"Day:{"city":"A","activities":[],"stars":1}"#, "Briefly.", "1", "2",
                "attachment:map", "5", "inner",
            ])
    }

    @Test func `instructions are built the same way`() {
        let instructions = Instructions {
            "You plan trips."
            if true { Instructions("Be brief.") }
        }
        #expect(instructions.segments.count == 2)
        #expect(Instructions("x").segments.count == 1)
    }

    @Test func `a block that throws throws`() {
        struct Failure: Error {}
        func fail() throws -> String { throw Failure() }
        #expect(throws: Failure.self) { try Prompt { try fail() } }
    }

    @Test func `an attachment keeps its address, its bytes and its type`() {
        let data = Data([1, 2])
        guard case .attachment(let segment)? = Prompt(Attachment(data: data, mimeType: "image/png")).segments.first,
            case .image(let image) = segment.content
        else {
            Issue.record("no image")
            return
        }
        #expect(image.data == data)
        #expect(image.mimeType == "image/png")
        #expect(segment.label == nil)
    }

    @Test func `a reference finds the latest image of its label`() throws {
        let first = URL(filePath: "/1.png")
        let second = URL(filePath: "/2.png")
        let entries: [Transcript.Entry] = [first, second].map { url in
            .prompt(.init(segments: Prompt(Attachment(imageURL: url).label("x")).segments))
        }
        let reference = try ImageReference(GeneratedContent(json: #"{"attachmentLabel":"x"}"#))
        #expect(reference.resolved(in: entries)?.url == second)
        #expect(ImageReference(attachmentLabel: "y").resolved(in: entries) == nil)
    }
}
