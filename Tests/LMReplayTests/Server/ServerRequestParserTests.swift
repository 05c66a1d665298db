import LMTransport
import Testing

@testable import LMReplay

@Suite struct ServerRequestParserTests {
    /// Feeds text in pieces and collects the requests.
    private func parse(
        _ text: String, piece: Int = .max, limits: HTTPServerLimits = .init()
    ) throws -> [ServerRequest] {
        var parser = ServerRequestParser(limits: limits)
        var requests: [ServerRequest] = []
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            parser.append(rest.prefix(piece))
            rest = rest.dropFirst(piece)
            while let request = try parser.next() { requests.append(request) }
        }
        return requests
    }

    private func status(_ text: String, limits: HTTPServerLimits = .init()) -> Int? {
        do {
            _ = try parse(text, limits: limits)
            return nil
        } catch { return (error as? ServerRequestError)?.status }
    }

    private let stream =
        "GET /a?b=c HTTP/1.1\r\nHost: h\r\nX-A:  1 \r\nx-a:2\r\n\r\n"
        + "POST /p HTTP/1.1\r\nContent-Length: 5\r\n\r\nhello"
        + "\r\npost /q HTTP/1.1\nTransfer-Encoding: Chunked\n\n3;x=y\r\nabc\r\n0a\r\n0123456789\r\n0\r\nT: 1\r\n\r\n"
        + "GET http://h:1/x?y HTTP/1.0\r\n\r\n"

    @Test func `requests follow one another on a connection, in any pieces`() throws {
        for piece in [1, 2, 3, 7, 50, .max] {
            let requests = try parse(stream, piece: piece)
            #expect(requests.map(\.method) == ["GET", "POST", "POST", "GET"])
            #expect(requests.map(\.target) == ["/a?b=c", "/p", "/q", "/x?y"])
            #expect(requests.map(\.body.text) == ["", "hello", "abc0123456789", ""])
            #expect(requests[0].headers.values(of: "x-a") == ["1", "2"])
            #expect(requests.map(\.keepsAlive) == [true, true, true, false])
        }
    }

    @Test(arguments: [
        ("GET / HTTP/1.1\r\nno colon\r\n\r\n", 400), ("GET /\r\n\r\n", 400), ("GET  / HTTP/1.1\r\n\r\n", 400),
        ("GET / HTTP/2.0\r\n\r\n", 505), ("GET / FTP/1\r\n\r\n", 400), ("G\u{1}T / HTTP/1.1\r\n\r\n", 400),
        ("GET x HTTP/1.1\r\n\r\n", 400), ("GET / HTTP/1.1\r\na : b\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\na: b\r\n c\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\na: b\u{0}c\r\n\r\n", 400), ("POST / HTTP/1.1\r\nContent-Length: -1\r\n\r\n", 400),
        ("POST / HTTP/1.1\r\nContent-Length: 1, 2\r\n\r\n", 400),
        ("POST / HTTP/1.1\r\nContent-Length: 99999999999999999999\r\n\r\n", 400),
        ("POST / HTTP/1.1\r\nContent-Length:\r\n\r\n", 400),
        ("POST / HTTP/1.1\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n", 400),
        ("POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n", 400),
        ("POST / HTTP/1.1\r\nTransfer-Encoding: gzip, chunked\r\n\r\n", 501),
        ("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n", 400),
        ("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n-1\r\n", 400),
        ("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nabc\r\n", 400),
        ("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nfffffffffff\r\n", 413),
        ("POST / HTTP/1.1\r\nContent-Length: 999999999\r\n\r\n", 413),
    ])
    func `a request that can be read in two ways, or in none, is refused`(text: String, expected: Int) {
        #expect(status(text) == expected)
    }

    @Test func `limits hold for what has not ended yet, too`() {
        var limits = HTTPServerLimits()
        limits.headBytes = 100
        limits.fieldCount = 3
        limits.bodyBytes = 10
        #expect(status("GET /" + String(repeating: "x", count: 100), limits: limits) == 431)
        #expect(status("GET / HTTP/1.1\r\na: " + String(repeating: "x", count: 90) + "\r\n\r\n", limits: limits) == 431)
        #expect(status("GET / HTTP/1.1\r\na: 1\r\nb: 1\r\nc: 1\r\nd: 1\r\n\r\n", limits: limits) == 431)
        #expect(
            status("POST / HTTP/1.1\r\ntransfer-encoding: chunked\r\n\r\n5\r\n12345\r\n6\r\n", limits: limits) == 413)
        #expect(
            status(
                "POST / HTTP/1.1\r\ntransfer-encoding: chunked\r\n\r\n" + String(repeating: "0", count: 2000),
                limits: limits) == 400)
        #expect(
            status(
                "POST / HTTP/1.1\r\ntransfer-encoding: chunked\r\n\r\n0\r\n" + String(repeating: "a: b\r\n", count: 40),
                limits: limits) == 400)
        #expect(status("\r\n\r\nGET / HTTP/1.1\r\na: 1\r\n\r\n", limits: limits) == nil)
    }

    @Test func `a client that waits to be told to go on is told so, once`() throws {
        var parser = ServerRequestParser()
        parser.append("POST / HTTP/1.1\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n".utf8)
        let first = try parser.next()
        #expect(first == nil && parser.expectsContinue)
        parser.expectsContinue = false
        parser.append("ok".utf8)
        #expect(try parser.next()?.body.text == "ok")
        #expect(!parser.expectsContinue && parser.isIdle)
    }

    @Test(arguments: 0..<20)
    func `no bytes crash the parser`(seed: Int) {
        var random = SplitMix64(seed: UInt64(seed))
        for _ in 0..<200 {
            var bytes = Array(stream.utf8)
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            var parser = ServerRequestParser()
            do {
                for byte in bytes {
                    parser.append([byte])
                    while try parser.next() != nil {}
                }
            } catch { #expect((400..<600).contains(error.status)) }
        }
    }
}
