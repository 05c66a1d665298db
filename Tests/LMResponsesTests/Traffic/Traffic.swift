import Foundation
import LMJSON
import Testing

/// Recorded exchanges of other projects, where `LM_TRAFFIC` says that they are.
enum Traffic {
    static let root = ProcessInfo.processInfo.environment["LM_TRAFFIC"].map { URL(filePath: $0) }
    static let isThere = root != nil

    /// The files that end so, by their path below the root, in order.
    static func files(_ ending: String) -> [String] {
        guard let root, let files = FileManager.default.enumerator(atPath: root.path()) else { return [] }
        return files.compactMap { $0 as? String }.filter { $0.hasSuffix(ending) }.sorted()
    }

    static func bytes(_ file: String) -> [UInt8] {
        root.flatMap { try? Data(contentsOf: $0.appending(path: file)) }.map(Array.init) ?? []
    }

    static func json(_ file: String) -> JSONValue? { try? JSONValue(parsing: bytes(file)) }

    /// The request and the response's head that belong to a body.
    static func exchange(_ file: String) -> JSONValue? {
        json(file.prefix(upTo: file.lastIndex(of: ".") ?? file.endIndex) + ".exchange.json")
    }

    /// One stream of a recording.
    struct Stream: Sendable, CustomTestStringConvertible {
        var file: String
        var number: Int
        var bytes: [UInt8]
        var testDescription: String { number == 1 ? file : "\(file), stream \(number)" }
    }

    /// The streams of a recording: a new one begins with each response that is created.
    static func streams(_ file: String) -> [Stream] {
        var streams: [String] = []
        for block in String(decoding: bytes(file), as: UTF8.self).components(separatedBy: "\n\n") {
            if streams.isEmpty
                || block.contains(#""response.created""#) && streams.last?.contains(#""response.created""#) == true
            {
                streams.append(block)
            } else {
                streams[streams.count - 1] += "\n\n" + block
            }
        }
        return streams.enumerated().map { index, text in
            let isLast = index == streams.count - 1
            return Stream(file: file, number: index + 1, bytes: Array((isLast ? text : text + "\n\n").utf8))
        }
    }
}
