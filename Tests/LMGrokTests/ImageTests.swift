import Foundation
import LMJSON
import LMProtocol
import LMProvider
import LMTestSupport
import LMTransport
import Testing

@testable import LMGrok

/// Images as an app attaches them, through a session: what is sent of them, or that nothing is.
struct ImageTests {
    // Swift Testing has attachments of its own.
    private typealias Image = LMProtocol.Attachment<ImageAttachmentContent>

    private static let png = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 1, 2])
    private static let jpeg = Data([0xFF, 0xD8, 0xFF, 0xE0, 1])

    /// Asks about an attachment. `file` is what every file holds; without it, the file system is the real one.
    private static func ask(
        _ attachment: Image, file: Data? = nil
    ) async throws -> (parts: [JSONValue], requests: [HTTPRequest]) {
        let transport = StubTransport(Wire.answer("A dot."))
        var model = RowRun.model(transport)
        if let file { model.environment.readFile = { _ in file } }
        try await LanguageModelSession(model: model).respond {
            "What is this?"
            attachment
        }
        let body = try JSONValue(parsing: try #require(transport.requests.first).body)
        return (body["input"]?[0]?["content"]?.arrayValue ?? [], transport.requests)
    }

    /// The error of an attachment that cannot be sent. Nothing is sent.
    private static func refusal(
        _ attachment: Image, file: Data? = nil, throwing failure: (any Error)? = nil
    ) async -> GrokError? {
        let transport = StubTransport()
        var model = RowRun.model(transport)
        if let failure { model.environment.readFile = { _ in throw failure } }
        if let file { model.environment.readFile = { _ in file } }
        let session = LanguageModelSession(model: model)
        let error = await #expect(throws: GrokError.self) {
            try await session.respond {
                "What is this?"
                attachment
            }
        }
        #expect(transport.requests.isEmpty)
        #expect(session.isResponding == false)
        guard case .imageEncodingFailed? = error else {
            Issue.record("\(String(describing: error)) is not about the image")
            return nil
        }
        #expect(error?.category == .invalidRequest)
        #expect(error?.retryAdvice == .never)
        return error
    }

    private static func dataURL(_ type: String, _ data: Data) -> JSONValue {
        ["type": "input_image", "image_url": .string("data:\(type);base64,\(data.base64EncodedString())")]
    }

    // MARK: What is sent

    @Test func `a file is sent as it is on the disk`() async throws {
        let path = Fixtures.path("images/red-dot.png")
        let (parts, _) = try await Self.ask(Image(imageURL: URL(filePath: path)))
        #expect(
            parts == [
                ["type": "input_text", "text": "What is this?"],
                Self.dataURL("image/png", Data(try Fixtures.bytes("images/red-dot.png"))),
            ])
    }

    @Test(arguments: [(png, "image/png"), (jpeg, "image/jpeg")])
    func `PNG and JPEG pass through as they are, by what their bytes say`(_ data: Data, _ type: String) async throws {
        let (parts, _) = try await Self.ask(Image(imageURL: URL(filePath: "/pictures/any.bin")), file: data)
        #expect(parts.last == Self.dataURL(type, data))
        #expect(try await Self.ask(Image(data: data)).parts.last == Self.dataURL(type, data))
    }

    @Test(arguments: ["https://a.example/x.gif?size=2&q=%20", "http://a.example/x"])
    func `a remote image is sent as its address, and nobody fetches it`(_ address: String) async throws {
        let url = try #require(URL(string: address))
        let (parts, requests) = try await Self.ask(Image(imageURL: url))
        #expect(parts.last == ["type": "input_image", "image_url": .string(address)])
        #expect(requests.count == 1)
    }

    @Test func `a label stands before its image`() async throws {
        let (parts, _) = try await Self.ask(Image(data: Self.png).label("first"))
        #expect(
            parts.dropFirst() == [
                ["type": "input_text", "text": "Image \"first\":"], Self.dataURL("image/png", Self.png),
            ])
    }

    // MARK: What is not

    @Test func `a file that is missing is named`() async {
        let error = await Self.refusal(Image(imageURL: URL(filePath: "/nowhere/gone.png")))
        #expect(error?.localizedDescription.contains("/nowhere/gone.png") == true)
    }

    @Test func `a file that cannot be read is named`() async {
        let folder = await Self.refusal(Image(imageURL: Fixtures.folder))
        #expect(folder?.localizedDescription.contains(Fixtures.folder.path) == true)
        let closed = await Self.refusal(
            Image(imageURL: URL(filePath: "/pictures/closed.png")), throwing: CocoaError(.fileReadNoPermission))
        #expect(closed?.localizedDescription.contains("/pictures/closed.png") == true)
    }

    @Test func `a file that is too large is named, with both sizes`() async {
        let large = Self.png + Data(count: 10 << 20)
        let error = await Self.refusal(Image(imageURL: URL(filePath: "/pictures/large.png")), file: large)
        #expect(error?.localizedDescription.contains("/pictures/large.png") == true)
        #expect(error?.localizedDescription.contains("10485770") == true)
        #expect(error?.localizedDescription.contains("10485760") == true)
        let label = await Self.refusal(Image(data: large).label("scan"))
        #expect(label?.localizedDescription.contains("\"scan\"") == true)
    }

    @Test func `a file that is larger than any server takes is not read at all`() async throws {
        let url = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).png")
        try Data().write(to: url)
        defer { try? FileManager.default.removeItem(at: url) }
        // A file with a hole: it has this size, and no disk holds it.
        let file = try FileHandle(forWritingTo: url)
        try file.truncate(atOffset: 1 << 40)
        try file.close()
        let error = await Self.refusal(Image(imageURL: url))
        #expect(error?.localizedDescription.contains("\(url.path) is too large") == true)
    }

    @Test(arguments: [("text", "no known kind"), ("GIF89a", "image/gif"), ("", "empty")])
    func `a file of a kind that xAI does not read is named`(_ content: String, _ reason: String) async {
        let error = await Self.refusal(
            Image(imageURL: URL(filePath: "/pictures/odd.png")), file: Data(content.utf8))
        #expect(error?.localizedDescription.contains("/pictures/odd.png") == true)
        #expect(error?.localizedDescription.contains(reason) == true)
    }
}
