import LMTransport

/// Finds the values in a body that stand under the name of a secret: members of JSON, fields of a form, parameters of an
/// address, parts of a multipart body.
///
/// It goes by the letters alone, so that it also finds them in JSON that is cut short, in JSON inside a JSON string, and
/// in the payloads of a stream.
struct SecretPlaces {
    /// A value under the name of a secret.
    struct Place: Equatable {
        /// The bytes of the value, without quotes.
        var range: Range<Int>
        /// What the value says.
        var value: String
        /// Whether it is a number, in whose place a text needs quotes.
        var isNumber = false
        /// Whether it ends with the text around it rather than with a quote of its own: the rest may come in the next
        /// event.
        var isOpen = false
    }

    /// How a body is written.
    enum Kind {
        case form, multipart, other

        init(contentType: String?, body: [UInt8]) {
            let essence = contentType?.split(separator: ";").first.map { $0.lowercased() } ?? ""
            if essence == "application/x-www-form-urlencoded" {
                self = .form
            } else if essence.hasPrefix("multipart/") {
                self = .multipart
            } else {
                self = essence.isEmpty && Self.looksLikeForm(body) ? .form : .other
            }
        }

        private static func looksLikeForm(_ body: [UInt8]) -> Bool {
            guard let equals = body.prefix(100).firstIndex(of: UInt8(ascii: "=")), equals > 0 else { return false }
            return body.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "{") && $0 != UInt8(ascii: "\"") }
        }
    }

    private let bytes: UnsafeBufferPointer<UInt8>
    private var found: [Place] = []

    /// The places in a body, in order.
    static func all(in body: [UInt8], kind: Kind = .other) -> [Place] {
        body.withUnsafeBufferPointer { bytes in
            var places = SecretPlaces(bytes)
            places.findMembers()
            places.findParameters(isForm: kind == .form)
            if kind == .multipart { places.findParts() }
            return places.found.sorted { $0.range.lowerBound < $1.range.lowerBound }
        }
    }

    private init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    private mutating func add(_ range: Range<Int>, value: [UInt8], isNumber: Bool = false, isOpen: Bool = false) {
        let text = String(decoding: value, as: UTF8.self)
        // What is redacted already stays as it is, and so does a pseudonym.
        guard !range.isEmpty, text != Redaction.mark, !(text.hasPrefix("<") && text.hasSuffix(">")) else { return }
        found.append(Place(range: range, value: text, isNumber: isNumber, isOpen: isOpen))
    }

    // MARK: - Members of JSON

    private mutating func findMembers() {
        var position = 0
        while let quote = ByteSearch.firstIndex(of: UInt8(ascii: "\""), in: bytes, from: position) {
            position = quote + 1
            let slashes = slashes(before: quote)
            guard let colon = colon(after: quote + 1), let name = name(before: quote - slashes),
                isSecret(name.text, at: name.start)
            else { continue }
            let start = skippingSpace(from: colon + 1)
            guard start < bytes.count else { return }
            // A quote inside a string of a string has as many backslashes before it as the key's had.
            if start + slashes < bytes.count, bytes[start + slashes] == UInt8(ascii: "\""),
                bytes[start..<start + slashes].allSatisfy({ $0 == UInt8(ascii: "\\") })
            {
                let content = start + slashes + 1
                let (end, isOpen) = end(ofStringFrom: content, slashes: slashes)
                add(content..<end, value: decoded(content..<end, slashes: slashes), isOpen: isOpen)
                position = max(end, position)
            } else if slashes == 0 || bytes[start] != UInt8(ascii: "\\") {
                let end = bytes[start...].firstIndex { !Self.isNumberByte($0) } ?? bytes.count
                if end > start { add(start..<end, value: Array(bytes[start..<end]), isNumber: true) }
            }
        }
    }

    /// Whether a member's name is one of a secret, or that of the value of an object that is one.
    private func isSecret(_ name: String, at start: Int) -> Bool {
        if SecretNames.isSecret(member: name) { return true }
        guard name == "value", let brace = lastByte(before: start), bytes[brace] == UInt8(ascii: "{"),
            let colon = lastByte(before: brace), bytes[colon] == UInt8(ascii: ":"),
            let quote = lastByte(before: colon), bytes[quote] == UInt8(ascii: "\"")
        else { return false }
        return self.name(before: quote - slashes(before: quote)).map { SecretNames.isSecret(member: $0.text) } ?? false
    }

    private func lastByte(before position: Int) -> Int? {
        var position = position - 1
        while position >= 0, bytes[position] <= 0x20 { position -= 1 }
        return position >= 0 ? position : nil
    }

    private func slashes(before position: Int) -> Int {
        var count = 0
        while count < position, bytes[position - 1 - count] == UInt8(ascii: "\\") { count += 1 }
        return count
    }

    private func skippingSpace(from position: Int) -> Int {
        var position = position
        while position < bytes.count {
            if bytes[position] <= 0x20 {
                position += 1
            } else if bytes[position] == UInt8(ascii: "\\"), position + 1 < bytes.count,
                bytes[position + 1] == UInt8(ascii: "n") || bytes[position + 1] == UInt8(ascii: "t")
            {
                position += 2
            } else {
                break
            }
        }
        return position
    }

    private func colon(after position: Int) -> Int? {
        guard position < bytes.count, bytes[position] == UInt8(ascii: ":") || bytes[position] <= 0x20 else {
            return nil
        }
        let place = skippingSpace(from: position)
        return place < bytes.count && bytes[place] == UInt8(ascii: ":") ? place : nil
    }

    /// The key that ends before a place, and where its quote stands.
    private func name(before end: Int) -> (text: String, start: Int)? {
        guard end > 0, Self.endsName(bytes[end - 1]) else { return nil }
        var start = end
        while start > 0, end - start < 128, bytes[start - 1] > 0x20, bytes[start - 1] != UInt8(ascii: "\"") {
            start -= 1
        }
        guard start > 0, start < end, bytes[start - 1] == UInt8(ascii: "\"") else { return nil }
        let raw = Array(bytes[start..<end])
        let text = raw.contains(UInt8(ascii: "\\")) ? SecretForms.jsonUnescaped(raw) : raw
        return (String(decoding: text, as: UTF8.self), start - 1)
    }

    /// Whether a byte is the last one of any name of a secret, so that most keys need not be looked at.
    private static func endsName(_ byte: UInt8) -> Bool {
        switch byte | 0x20 {
        case UInt8(ascii: "n"), UInt8(ascii: "y"), UInt8(ascii: "t"), UInt8(ascii: "d"), UInt8(ascii: "e"),
            UInt8(ascii: "s"), UInt8(ascii: "l"), UInt8(ascii: "r"), UInt8(ascii: "h"):
            true
        // The last letter may be written as an escape.
        default: (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        }
    }

    /// Where a string's content ends: at its closing quote, at the end of the string around it, or of the line.
    private func end(ofStringFrom start: Int, slashes: Int) -> (end: Int, isOpen: Bool) {
        var position = start
        while position < bytes.count {
            switch bytes[position] {
            case 0x0A, 0x0D: return (position, true)
            case UInt8(ascii: "\""):
                var run = 0
                while position - run > start, bytes[position - 1 - run] == UInt8(ascii: "\\") { run += 1 }
                if run < slashes { return (position - run, true) }
                if run % (2 * (slashes + 1)) == slashes { return (position - slashes, false) }
            default: break
            }
            position += 1
        }
        return (position, true)
    }

    private func decoded(_ range: Range<Int>, slashes: Int) -> [UInt8] {
        var text = Array(bytes[range])
        var depth = slashes
        while text.contains(UInt8(ascii: "\\")) {
            text = SecretForms.jsonUnescaped(text)
            guard depth > 0 else { break }
            depth /= 2
        }
        return text
    }

    private static func isNumberByte(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-")
    }

    // MARK: - Parameters and fields

    private mutating func findParameters(isForm: Bool) {
        var position = 0
        while let equals = ByteSearch.firstIndex(of: UInt8(ascii: "="), in: bytes, from: position) {
            position = equals + 1
            var start = equals
            while start > 0, equals - start < 128, Self.isParameterByte(bytes[start - 1]) { start -= 1 }
            let isParameter =
                start > 0 && (bytes[start - 1] == UInt8(ascii: "?") || bytes[start - 1] == UInt8(ascii: "&"))
            guard start < equals, isParameter || isForm && start == 0 else { continue }
            let name = RecordedURL.percentDecoded(
                Substring(String(decoding: bytes[start..<equals], as: UTF8.self).replacing("+", with: " ")))
            guard isForm ? SecretNames.isSecret(field: name) : SecretNames.isSecret(member: name) else { continue }
            let end = bytes[position...].firstIndex { !Self.isValueByte($0) } ?? bytes.count
            let value = Array(bytes[position..<end]).map { $0 == UInt8(ascii: "+") ? 0x20 : $0 }
            add(position..<end, value: SecretForms.percentDecoded(value), isOpen: false)
            position = end
        }
    }

    private static func isParameterByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "."),
            UInt8(ascii: "%"), UInt8(ascii: "["), UInt8(ascii: "]"):
            true
        default: false
        }
    }

    private static func isValueByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 0...0x20, UInt8(ascii: "&"), UInt8(ascii: "#"), UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "\\"),
            UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: ")"):
            false
        default: true
        }
    }

    // MARK: - Parts

    private mutating func findParts() {
        guard let multipart = MultipartBody(bytes) else { return }
        for part in multipart.parts {
            guard let name = part.name, SecretNames.isSecret(field: name) else { continue }
            add(part.content, value: Array(bytes[part.content]))
        }
    }
}
