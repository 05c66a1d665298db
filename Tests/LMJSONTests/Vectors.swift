import LMJSON
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Reads the files of `Fixtures/vectors`.
enum Vectors {
    static func load(_ name: String) throws -> [JSONValue] {
        // This file is Tests/LMJSONTests/Vectors.swift.
        let root = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
        let bytes = try Data(contentsOf: URL(filePath: "\(root)/Fixtures/vectors/\(name)"))
        return try #require(try JSONValue(parsing: bytes).arrayValue)
    }
}
