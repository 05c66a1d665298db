/// Turns the bytes that a terminal sends into keys. Bytes come in any chunks; a value without I/O.
struct KeyDecoder: Sendable {
    private static let pasteStart: [UInt8] = Array("\u{1B}[200~".utf8)
    private static let pasteEnd: [UInt8] = Array("\u{1B}[201~".utf8)
    /// The longest sequence that is waited for.
    private static let sequenceLimit = 32

    /// Bytes whose meaning depends on what follows.
    private var pending: [UInt8] = []
    /// The bytes of a paste that has not ended.
    private var pasted: [UInt8]?

    /// Whether an escape stands alone so far: either the key, or the start of a sequence that is on its way.
    var endsInEscape: Bool { pasted == nil && pending == [0x1B] }

    /// The keys that the next bytes complete.
    mutating func decode(_ bytes: [UInt8]) -> [Key] {
        // A terminal without bracketed paste sends the lines of a paste as if they were typed, but all at once.
        if pasted == nil, pending.isEmpty, !bytes.contains(0x1B), Self.holdsSeveralLines(bytes) {
            return [.paste(Self.text(ofPaste: bytes))]
        }
        pending += bytes
        var keys: [Key] = []
        while let key = next() { append(key, to: &keys) }
        return keys
    }

    /// What an escape that nothing followed was.
    mutating func flush() -> [Key] {
        guard endsInEscape else { return [] }
        pending = []
        return [.escape]
    }

    private static func holdsSeveralLines(_ bytes: [UInt8]) -> Bool {
        guard let first = bytes.firstIndex(of: 0x0D) else { return false }
        return bytes[(first + 1)...].contains { $0 >= 0x20 }
    }

    private func append(_ key: Key, to keys: inout [Key]) {
        if case .text(let new) = key, case .text(let old)? = keys.last {
            keys[keys.count - 1] = .text(old + new)
        } else {
            keys.append(key)
        }
    }

    /// Takes the next key off the bytes; `nil` where they hold no whole one.
    private mutating func next() -> Key? {
        if pasted != nil { return nextOfPaste() }
        while let first = pending.first {
            if first == 0x1B {
                switch escapeSequence() {
                case .incomplete: return nil
                case .key(let key, let length):
                    pending.removeFirst(length)
                    if pasted != nil { return nextOfPaste() }
                    if let key { return key }
                }
            } else if first < 0x20 || first == 0x7F {
                pending.removeFirst()
                if let key = Self.control(first) { return key }
            } else {
                guard let length = Self.scalarLength(first), pending.count >= length else {
                    if Self.scalarLength(first) != nil { return nil }
                    pending.removeFirst()
                    return .text("\u{FFFD}")
                }
                defer { pending.removeFirst(length) }
                return .text(String(decoding: pending[..<length], as: UTF8.self))
            }
        }
        return nil
    }

    private static func scalarLength(_ first: UInt8) -> Int? {
        switch first {
        case 0x20..<0x80: 1
        case 0xC2...0xDF: 2
        case 0xE0...0xEF: 3
        case 0xF0...0xF4: 4
        default: nil
        }
    }

    private static func control(_ byte: UInt8) -> Key? {
        switch byte {
        case 0x01: .home
        case 0x02: .left
        case 0x03: .interrupt
        case 0x04: .endOfFile
        case 0x05: .end
        case 0x06: .right
        case 0x07: .editor
        case 0x08, 0x7F: .backspace
        case 0x09: .tab
        case 0x0A: .newline
        case 0x0B: .deleteToEnd
        case 0x0C: .clear
        case 0x0D: .enter
        case 0x0E: .down
        case 0x10: .up
        case 0x15: .deleteToStart
        case 0x17: .deleteWord
        case 0x1A: .suspend
        default: nil
        }
    }

    // MARK: Sequences

    private enum Sequence {
        case incomplete
        /// A key, or none where the sequence means nothing here, and how many bytes it took.
        case key(Key?, length: Int)
    }

    private mutating func escapeSequence() -> Sequence {
        guard pending.count > 1 else { return .incomplete }
        switch pending[1] {
        case UInt8(ascii: "["): return controlSequence()
        case UInt8(ascii: "O"):
            guard pending.count > 2 else { return .incomplete }
            return .key(Self.cursorKey(pending[2], isWord: false), length: 3)
        case 0x0D, 0x0A: return .key(.newline, length: 2)
        case UInt8(ascii: "b"): return .key(.wordLeft, length: 2)
        case UInt8(ascii: "f"): return .key(.wordRight, length: 2)
        case 0x7F, 0x08: return .key(.deleteWord, length: 2)
        case 0x1B: return .key(.escape, length: 1)
        default: return .key(nil, length: 2)
        }
    }

    private mutating func controlSequence() -> Sequence {
        guard let end = pending.dropFirst(2).firstIndex(where: { (0x40...0x7E).contains($0) }) else {
            return pending.count > Self.sequenceLimit ? .key(nil, length: pending.count) : .incomplete
        }
        let length = end + 1
        if pending[..<length].elementsEqual(Self.pasteStart) {
            pasted = []
            return .key(nil, length: length)
        }
        let parameters = String(decoding: pending[2..<end], as: UTF8.self).split(separator: ";")
        guard pending[end] == UInt8(ascii: "~") else {
            // The second parameter tells which other keys are held: 3 is Alt, 5 is Ctrl.
            let isWord = parameters.count > 1 && ["3", "5"].contains(parameters[1])
            return .key(Self.cursorKey(pending[end], isWord: isWord), length: length)
        }
        switch parameters.first {
        case "1", "7": return .key(.home, length: length)
        case "3": return .key(.delete, length: length)
        case "4", "8": return .key(.end, length: length)
        default: return .key(nil, length: length)
        }
    }

    private static func cursorKey(_ letter: UInt8, isWord: Bool) -> Key? {
        switch letter {
        case UInt8(ascii: "A"): .up
        case UInt8(ascii: "B"): .down
        case UInt8(ascii: "C"): isWord ? .wordRight : .right
        case UInt8(ascii: "D"): isWord ? .wordLeft : .left
        case UInt8(ascii: "H"): .home
        case UInt8(ascii: "F"): .end
        default: nil
        }
    }

    // MARK: Pastes

    private mutating func nextOfPaste() -> Key? {
        var bytes = (pasted ?? []) + pending
        pending = []
        guard let end = bytes.firstRange(of: Self.pasteEnd) else {
            pasted = bytes
            return nil
        }
        pending = Array(bytes[end.upperBound...])
        bytes.removeSubrange(end.lowerBound...)
        pasted = nil
        return .paste(Self.text(ofPaste: bytes))
    }

    /// The text of a paste: lines end in line feeds, and no control character gets in.
    private static func text(ofPaste bytes: [UInt8]) -> String {
        let text = String(decoding: bytes, as: UTF8.self).replacing("\r\n", with: "\n").replacing("\r", with: "\n")
        var safe = String.UnicodeScalarView()
        for scalar in text.unicodeScalars
        where scalar == "\n" || scalar == "\t" || scalar.value >= 0x20 && scalar.value != 0x7F {
            safe.append(scalar)
        }
        return String(safe)
    }
}
