import LMJSON

/// Changes interactions of a cassette and keeps what this version does not know: lines of other kinds, and other keys of
/// the lines that stay.
struct CassetteEditor {
    /// A line of the old text.
    private struct OldLine {
        var text: ArraySlice<UInt8>
        var kind: CassetteLine.Kind?
        var number: Int
    }

    private let cassette: Cassette
    private let lines: [OldLine]

    init(_ cassette: Cassette) {
        self.cassette = cassette
        lines = cassette.text.split(separator: 0x0A).compactMap { text in
            let line = text.withUnsafeBufferPointer { try? CassetteLine($0) }
            guard let line else { return nil }
            return OldLine(text: text, kind: line.kind, number: line.number)
        }
    }

    /// The cassette with some interactions changed, some left out (`nil`), and the first line changed.
    ///
    /// Exchanges that stay are numbered anew, in their order.
    func edited(
        header: (CassetteHeader) -> CassetteHeader = { $0 }, _ change: (Interaction) -> Interaction?
    ) -> Cassette {
        var output: [UInt8] = []
        let writer = CassetteWriter()
        var newHeader: [UInt8] = []
        writer.append(header(cassette.header), to: &newHeader)
        output += carrying(extras: lines.filter { $0.kind == .cassette }, into: newHeader)
        appendUnknown(behind: nil, to: &output)
        var next = 1
        for interaction in cassette.interactions {
            guard var changed = change(interaction) else { continue }
            changed.number = next
            next += 1
            var text: [UInt8] = []
            writer.append(changed, to: &text)
            let old = lines.filter { $0.number == interaction.number && $0.kind != nil && $0.kind != .cassette }
            output += carrying(extras: old, into: text)
            appendUnknown(behind: interaction.number, to: &output)
        }
        do throws(CassetteError) {
            return try CassetteReader().read(output)
        } catch {
            // What the writer wrote can be read; only what was carried over could be at fault.
            return Cassette(header: header(cassette.header), interactions: cassette.interactions.compactMap(change))
        }
    }

    /// Lines of unknown kinds keep their place: behind the first line, or behind the interaction that they stood in or after.
    private func appendUnknown(behind number: Int?, to output: inout [UInt8]) {
        var current: Int?
        for line in lines {
            if let kind = line.kind {
                if kind != .cassette { current = line.number }
            } else if current == number {
                output += line.text + [0x0A]
            }
        }
    }

    /// New lines with the keys that the old ones of their kind had besides the known ones, where there are as many.
    private func carrying(extras old: [OldLine], into text: [UInt8]) -> [UInt8] {
        let new = text.split(separator: 0x0A).map(Array.init)
        let kinds = new.map { line in line.withUnsafeBufferPointer { (try? CassetteLine($0))?.kind } }
        var output: [UInt8] = []
        var seen: [CassetteLine.Kind: Int] = [:]
        for (line, kind) in zip(new, kinds) {
            var line = line
            if let kind {
                let index = seen[kind, default: 0]
                seen[kind] = index + 1
                let sameKind = old.filter { $0.kind == kind }
                if sameKind.count == kinds.count(where: { $0 == kind }), sameKind.indices.contains(index) {
                    let extras = CassetteLine.unknownMembers(of: sameKind[index].text)
                    if !extras.isEmpty {
                        line.removeLast()
                        for extra in extras { line += [UInt8(ascii: ",")] + extra }
                        line.append(UInt8(ascii: "}"))
                    }
                }
            }
            output += line + [0x0A]
        }
        return output
    }
}

extension CassetteLine {
    /// The members of a line that this version does not know, as they are written.
    static func unknownMembers(of line: ArraySlice<UInt8>) -> [[UInt8]] {
        let known = Set(Self.knownKeys)
        do throws(JSONError) {
            return try JSONReader.read(line) { reader throws(JSONError) in
                var members: [[UInt8]] = []
                var isFirst = true
                try reader.beginObject()
                while try reader.nextKey() {
                    let key = try reader.keyString()
                    let range = try reader.rawRange()
                    defer { isFirst = false }
                    guard !isFirst, !known.contains(key) else { continue }
                    let value = line[line.startIndex + range.lowerBound..<line.startIndex + range.upperBound]
                    members.append(JSONValue.string(key).bytes() + [UInt8(ascii: ":")] + value)
                }
                return members
            }
        } catch { return [] }
    }
}
