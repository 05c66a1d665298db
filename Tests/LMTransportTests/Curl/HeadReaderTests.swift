import LMTransport
import Testing

@testable import LMTransport

struct HeadReaderTests {
    private func read(_ lines: [String], into reader: inout HeadReader) throws -> ResponseHead? {
        var head: ResponseHead?
        for line in lines {
            var bytes = Array((line + "\r\n").utf8)
            if let found = try bytes.withUnsafeMutableBytes({ try reader.read(UnsafeRawBufferPointer($0)) }) {
                head = found
            }
        }
        return head
    }

    @Test
    func `values lose the white space around them and keep what is in them`() throws {
        var reader = HeadReader()
        let head = try read(["HTTP/1.1 200 OK", "A:  x  y\t", "B:", "C: a:b", ""], into: &reader)
        #expect(head == ResponseHead(status: 200, headers: ["a": "x  y", "b": "", "c": "a:b"]))
    }

    @Test
    func `fields of one name stay apart and in order`() throws {
        var reader = HeadReader()
        let head = try read(["HTTP/2 429", "b: 1", "a: 2", "B: 3", ""], into: &reader)
        #expect(head?.status == 429)
        #expect(head?.headers.map(\.value) == ["1", "2", "3"])
    }

    @Test
    func `a folded line belongs to the value before it`() throws {
        var reader = HeadReader()
        let head = try read(["HTTP/1.1 200", "A: x", "  y", ""], into: &reader)
        #expect(head?.headers["a"] == "x y")
    }

    @Test
    func `interim heads and trailers are skipped`() throws {
        var reader = HeadReader()
        let interim = try read(["HTTP/1.1 103 Early Hints", "Link: x", ""], into: &reader)
        #expect(interim == nil)
        let head = try read(["HTTP/1.1 200 OK", "A: 1", "", "X-Trailer: 2", ""], into: &reader)
        #expect(head == ResponseHead(status: 200, headers: ["a": "1"]))
    }

    @Test
    func `lines that are no field are left out`() throws {
        var reader = HeadReader()
        let head = try read(["HTTP/1.1 200 OK", "nonsense", "bad name: 1", "A: 1", ""], into: &reader)
        #expect(head?.headers == ["a": "1"])
    }

    @Test
    func `a head beyond the limit is refused`() throws {
        var reader = HeadReader()
        let line = "A: " + String(repeating: "v", count: 1000)
        #expect(throws: HeadReader.TooLarge.self) {
            _ = try read(["HTTP/1.1 200 OK"] + Array(repeating: line, count: 300), into: &reader)
        }
    }
}
