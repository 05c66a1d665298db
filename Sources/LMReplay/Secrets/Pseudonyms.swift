/// Hands out `<LABEL:1>`, `<LABEL:2>`, … for values, the same one for the same value.
struct Pseudonyms: Sendable {
    private var numbers: [String: [String: Int]] = [:]
    /// The highest number of each label that is in use.
    private var highest: [String: Int] = [:]
    /// Whether all values of a label get the same pseudonym, so that texts compare equal but for them.
    private let areAlike: Bool

    /// Starts with no value known. For comparing requests, all values of a label are alike.
    init(areAlike: Bool = false) { self.areAlike = areAlike }

    /// The pseudonym of a value. One that is a pseudonym of the label already stays as it is.
    mutating func pseudonym(for value: String, label: String) -> String {
        let bytes = Array(value.utf8)
        if let mark = Self.marks(of: label, in: bytes).first, mark.range.count == bytes.count {
            return note(mark.number, label: label) ?? value
        }
        if areAlike { return "<\(label)>" }
        if let number = numbers[label]?[value] { return "<\(label):\(number)>" }
        let number = (highest[label] ?? 0) + 1
        highest[label] = number
        numbers[label, default: [:]][value] = number
        return "<\(label):\(number)>"
    }

    /// Notes that a pseudonym is in use already. Returns what has to stand in its place, `nil` for itself.
    mutating func note(_ number: Int, label: String) -> String? {
        highest[label] = max(highest[label] ?? 0, number)
        return areAlike ? "<\(label)>" : nil
    }

    /// The pseudonyms of a label in some bytes.
    static func marks(of label: String, in bytes: [UInt8]) -> [(range: Range<Int>, number: Int)] {
        let opening = Array("<\(label):".utf8)
        var marks: [(range: Range<Int>, number: Int)] = []
        bytes.withUnsafeBufferPointer { buffer in
            opening.withUnsafeBufferPointer { opening in
                var position = 0
                while let found = ByteSearch.firstRange(of: opening, in: buffer, from: position) {
                    position = found.upperBound
                    let digits = buffer[position...].prefix(12).prefix { (0x30...0x39).contains($0) }
                    guard digits.endIndex < buffer.count, buffer[digits.endIndex] == UInt8(ascii: ">"),
                        let number = Int(String(decoding: digits, as: UTF8.self))
                    else { continue }
                    position = digits.endIndex + 1
                    marks.append((found.lowerBound..<position, number))
                }
            }
        }
        return marks
    }
}
