import LMJSON

/// Reads cassettes.
///
/// Whatever the bytes, the result is a cassette or one error that names the line: lines over 16 MiB, files over 1 GiB
/// and nesting over 512 levels are refused.
public struct CassetteReader: Sendable {
    let limits: CassetteLimits

    /// Makes a reader.
    public init() { self.init(limits: .standard) }

    init(limits: CassetteLimits) { self.limits = limits }

    /// Reads the text of a cassette. The path is only named in errors.
    public func read(_ text: [UInt8], path: String? = nil) throws(CassetteError) -> Cassette {
        let (cassette, error) = salvage(text, path: path)
        if let error { throw error }
        return cassette
    }

    /// Reads the file at a path; one whose name ends with `.sse` is the bare body of an event stream.
    public func read(contentsOf path: String) throws(CassetteError) -> Cassette {
        if path.hasSuffix(".part") {
            throw CassetteError(
                .unfinishedRecording, "This is the part of a recording that was not finished.",
                remedy: "Record again; the cassette of that name, if there is one, is whole.", path: path)
        }
        let text = try CassetteFile.read(path, limit: limits.fileBytes)
        return path.hasSuffix(".sse") ? Cassette(sse: text) : try read(text, path: path)
    }

    /// Reads as far as the text is sound: what stands before the first broken line, and what is wrong with that one.
    func salvage(_ text: [UInt8], path: String?) -> (Cassette, CassetteError?) {
        var assembly = CassetteAssembly()
        var error: CassetteError?
        var soundBytes = text.count
        if text.count > limits.fileBytes {
            error = CassetteError(
                .tooLarge, "The file has \(text.count) bytes, and the limit is \(limits.fileBytes).", path: path)
            soundBytes = 0
        } else {
            error = text.withUnsafeBufferPointer { buffer -> CassetteError? in
                var start = buffer.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
                var lineNumber = 0
                while start < buffer.count {
                    lineNumber += 1
                    let end = ByteSearch.firstIndex(of: 0x0A, in: buffer, from: start) ?? buffer.count
                    let line = UnsafeBufferPointer(rebasing: buffer[start..<end])
                    do throws(CassetteAssembly.Problem) {
                        try read(line, at: lineNumber, into: &assembly)
                    } catch {
                        soundBytes = start
                        return CassetteError(
                            error.kind, error.reason, remedy: error.remedy, path: path, line: lineNumber,
                            wholeInteractions: assembly.wholeCount)
                    }
                    start = end + 1
                }
                guard assembly.header == nil else { return nil }
                return CassetteError(.notACassette, "The file is empty.", path: path)
            }
        }
        return (Cassette(assembly: &assembly, text: Array(text[..<soundBytes])), error)
    }

    private func read(
        _ line: UnsafeBufferPointer<UInt8>, at lineNumber: Int, into assembly: inout CassetteAssembly
    ) throws(CassetteAssembly.Problem) {
        guard line.count <= limits.lineBytes else {
            throw CassetteAssembly.Problem(
                kind: .tooLarge, reason: "The line has \(line.count) bytes, and the limit is \(limits.lineBytes).")
        }
        guard let first = line.first(where: { $0 != 0x20 && $0 != 0x09 && $0 != 0x0D }) else { return }
        if assembly.header == nil, first != UInt8(ascii: "{") { throw Self.foreign(line) }
        let facts: CassetteLine
        do throws(JSONError) {
            facts = try CassetteLine(line)
        } catch {
            if case .tooDeep = error.reason {
                throw CassetteAssembly.Problem(
                    kind: .tooLarge, reason: "The line is not a line of a cassette: \(error).")
            }
            throw CassetteAssembly.Problem(reason: "The line is not a line of a cassette: \(error).")
        }
        try assembly.add(facts, text: line, at: lineNumber)
    }

    /// What is wrong with a file that does not begin as a cassette does.
    private static func foreign(_ line: UnsafeBufferPointer<UInt8>) -> CassetteAssembly.Problem {
        let isEventStream = ["event:", "data:", "id:", "retry:", ":"].contains { line.starts(with: $0.utf8) }
        return CassetteAssembly.Problem(
            kind: .notACassette,
            reason: "This is not a cassette: its first line does not begin {\"cassette\":1.",
            remedy: isEventStream
                ? "It looks like the body of an event stream; such a file has a name that ends with .sse."
                : "A cassette is made by lm-cli record, or by lm-cli cassette import from other formats.")
    }
}
