import Foundation
import LMJSON
import LMProtocol
import LMProvider
import Testing

struct MediaEncoderTests {
    private static let png = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 1, 2])
    private static let jpeg = Data([0xFF, 0xD8, 0xFF, 0xE0, 1])
    private static let gif = Data("GIF89a".utf8)

    private func address(
        _ image: Transcript.ImageAttachment, _ server: Server = .xai, file: Data? = nil
    ) throws -> String? {
        let encoder = MediaEncoder(server: server.name, imageTypes: server.types, maximumImageBytes: server.limit) {
            _ in
            guard let file else { throw CocoaError(.fileNoSuchFile) }
            return file
        }
        return try encoder.source(of: image).address
    }

    /// What a server takes.
    private struct Server {
        var name: String
        var types: Set<String>
        var limit: Int
        static let xai = Server(name: "xAI", types: ["image/png", "image/jpeg"], limit: 10 << 20)
        static let openai = Server(
            name: "OpenAI", types: ["image/png", "image/jpeg", "image/gif", "image/webp"], limit: 50 << 20)
        static let generic = Server(name: "generic", types: [], limit: 50 << 20)
    }

    private func failure(
        _ image: Transcript.ImageAttachment, _ server: Server = .xai, file: Data? = nil
    ) -> ProviderError? {
        do {
            _ = try address(image, server, file: file)
            return nil
        } catch {
            return error as? ProviderError
        }
    }

    private func file(_ name: String) -> Transcript.ImageAttachment {
        .init(imageURL: URL(filePath: "/pictures/\(name)"))
    }

    @Test(arguments: [(png, "image/png"), (jpeg, "image/jpeg")])
    func `a file is sent as it is, with the type that its bytes say`(_ data: Data, _ type: String) throws {
        #expect(try address(file("x.bin"), file: data) == "data:\(type);base64,\(data.base64EncodedString())")
    }

    @Test(arguments: ["https://a.example/x.png?size=2&q=%20", "http://a.example/x", "HTTPS://a.example/y"])
    func `a remote image is sent as its address`(_ url: String) throws {
        #expect(try address(.init(imageURL: #require(URL(string: url)))) == url)
    }

    @Test func `bytes in memory are sent with their type, and what the bytes say counts for more than a claim`() throws
    {
        #expect(try address(.init(data: Self.png))?.hasPrefix("data:image/png;") == true)
        #expect(try address(.init(data: Self.png, mimeType: "image/jpeg"))?.hasPrefix("data:image/png;") == true)
        #expect(
            try address(.init(data: Data("x".utf8), mimeType: "image/avif"), .generic)?.hasPrefix("data:image/avif;")
                == true)
    }

    @Test func `a file that is not there is an error that names it`() {
        let error = failure(file("gone.png"))
        #expect(error?.kind == .imageEncodingFailed)
        #expect(error?.category == .invalidRequest)
        #expect(error?.message.contains("/pictures/gone.png") == true)
    }

    @Test func `an image of no known kind, an empty one, and one the server does not read are errors that say so`() {
        #expect(failure(file("x.txt"), file: Data("text".utf8))?.message.contains("no known kind") == true)
        #expect(failure(file("x.png"), file: Data())?.message.contains("is empty") == true)
        #expect(failure(file("x.gif"), file: Self.gif)?.message.contains("image/jpeg, image/png") == true)
        #expect(failure(file("x.gif"), .openai, file: Self.gif) == nil)
    }

    @Test func `an image that is too large is an error with both sizes`() {
        var dialect = Server.xai
        dialect.limit = 9
        let error = failure(file("x.png"), dialect, file: Self.png)
        #expect(error?.message.contains("10 bytes") == true)
        #expect(error?.message.contains("at most 9") == true)
    }

    @Test func `an address of another scheme is an error`() throws {
        let url = try #require(URL(string: "ftp://a.example/x.png"))
        #expect(failure(.init(imageURL: url))?.message.contains("ftp:") == true)
    }
}
