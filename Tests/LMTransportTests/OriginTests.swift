import LMTestSupport
import LMTransport
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

@Suite struct OriginTests {
    @Test(arguments: [
        "localhost", "LocalHost", "localhost.", "a.localhost", "127.0.0.1", "127.255.0.9", "127.1", "2130706433",
        "0x7f.1",
        "017700000001", "0x7f000001", "::1", "[::1]", "0:0:0:0:0:0:0:1", "::ffff:127.0.0.1", "[::ffff:7f00:1]",
    ])
    func `a host is this machine`(host: String) { #expect(Origin.isLoopback(host)) }

    @Test(arguments: [
        "", "localhost.example", "notlocalhost", "127.0.0.1.example", "128.0.0.1", "127.0.0.256", "1270.0.0.1",
        "127.0.0.1x",
        "::2", "::ffff:128.0.0.1", "fe80::1", "0.0.0.0", "::", "3232235777", "example.com", "127", "x127.0.0.1",
    ])
    func `a host is another`(host: String) { #expect(!Origin.isLoopback(host)) }

    private func request(_ url: String, credential: Bool = true) throws -> HTTPRequest {
        HTTPRequest(url: try #require(URL(string: url)), credential: credential ? Credential(bearer: canaryKey) : nil)
    }

    @Test(arguments: [
        "http://api.example/v1", "http://192.168.0.7:11434/v1", "HTTP://127.0.0.1.example/", "http://[fe80::1]/",
        "http://0.0.0.0:80/",
    ])
    func `a key does not cross a network in the clear`(url: String) throws {
        let error = #expect(throws: TransportError.self) { try request(url).check() }
        #expect(error?.kind == .invalidRequest)
        #expect(error?.message.contains("https") == true)
        #expect("\(String(describing: error))".contains(canaryKey) == false)
        for name in ["authorization", "x-api-key", "x-goog-api-key", "api-key", "cookie"] as [HTTPFieldName] {
            var own = try request(url, credential: false)
            own.headers[name] = canaryKey
            #expect(throws: TransportError.self) { try own.check() }
        }
        try request(url, credential: false).check()
    }

    @Test(arguments: ["https://api.example/v1", "http://127.0.0.1:8080/v1", "http://localhost/", "http://[::1]:80/"])
    func `a key goes over https, and to this machine`(url: String) throws { try request(url).check() }

    @Test(arguments: [
        "https://other.example/v1", "http://api.example/v1", "https://api.example:8443/v1",
        "https://api.example.evil/v1",
        "https://user@api.example/v1", "https://sub.api.example/v1",
    ])
    func `a key is attached to what goes to its server only`(url: String) throws {
        let base = try #require(URL(string: "https://API.example./v1"))
        let origin = try #require(Origin(base))
        var other = try request(url, credential: false)
        #expect(throws: TransportError.self) { try other.attach(Credential(bearer: canaryKey), for: origin) }
        #expect(other.credential == nil)
        var own = try request("https://api.example:443/v1/other", credential: false)
        try own.attach(Credential(bearer: canaryKey), for: origin)
        #expect(own.credential != nil)
    }
}
