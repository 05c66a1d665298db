import LMProtocol

/// The identifiers of calls as a server takes them: of the form it asks for, and each one once in a conversation.
///
/// The same conversation gives the same identifiers each time, so that the beginning of a request stays what it was.
struct CallIDMap: Sendable {
    private let form: ChatDialect.CallIDs
    private var used: Set<String> = []

    init(_ form: ChatDialect.CallIDs) { self.form = form }

    /// The identifier to send for the next call of the conversation.
    mutating func next(_ id: String) -> String {
        var sent = fitting(id)
        var attempt = 1
        while !used.insert(sent).inserted {
            attempt += 1
            sent = fitting("\(id)-\(attempt)")
        }
        return sent
    }

    private func fitting(_ id: String) -> String {
        switch form {
        case .atMost(let limit):
            let isSound = id.utf8.count <= limit && id.utf8.allSatisfy { (0x21...0x7E).contains($0) } && !id.isEmpty
            return isSound ? id : "call_\(Self.hash(id))"
        case .nineAlphanumerics:
            let isSound = id.utf8.count == 9 && id.utf8.allSatisfy { Self.digits.contains($0) }
            return isSound ? id : Self.hash(id)
        }
    }

    private static let digits = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".utf8)

    /// Nine letters and digits that stand for an identifier (FNV-1a).
    private static func hash(_ id: String) -> String {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in id.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        var name: [UInt8] = []
        for _ in 0..<9 {
            name.append(digits[Int(hash % 62)])
            hash /= 62
        }
        return String(decoding: name, as: UTF8.self)
    }
}
