/// Renders the words of a line of Markdown, with their emphasis, code and links.
struct InlineRenderer {
    let line: [Unicode.Scalar]
    /// Whether nothing follows the line's end.
    let isComplete: Bool

    /// Renders the whole line.
    func renderAll(into wrapper: inout StyledWrapper) { _ = render(0..<line.count, [], into: &wrapper) }

    /// Renders what can be decided of a range. Gives where it stopped, and whether a delimiter waits there for its partner.
    func render(
        _ range: Range<Int>, _ attributes: TextAttributes, into wrapper: inout StyledWrapper
    ) -> (stop: Int, awaitsPartner: Bool) {
        var index = range.lowerBound
        let scanner = InlineScanner(line: line, end: range.upperBound, isComplete: isComplete)
        while index < range.upperBound {
            let scalar = line[index]
            if scalar == " " || scalar == "\t" {
                wrapper.space(attributes)
                index += 1
                continue
            }
            switch scanner.element(at: index) {
            case .undecided: return (index, false)
            case .awaitsPartner: return (index, true)
            case .text(let count):
                for scalar in line[index..<index + count] { wrapper.append(scalar, attributes) }
                index += count
            case .escaped:
                wrapper.append(line[index + 1], attributes)
                index += 2
            case .emphasis(let content, let added, let end):
                renderWhole(content, attributes.union(added), into: &wrapper)
                index = end
            case .code(let content, let end):
                appendCode(text(content), attributes, into: &wrapper)
                index = end
            case .link(let words, let address, let isImage, let end):
                appendLink(words, text(address), isImage: isImage, attributes, into: &wrapper)
                index = end
            case .address(let content, let end):
                wrapper.append(text(content), attributes.union(.underline))
                index = end
            }
        }
        return (index, false)
    }

    /// Renders a range that is known to its end.
    private func renderWhole(_ range: Range<Int>, _ attributes: TextAttributes, into wrapper: inout StyledWrapper) {
        _ = InlineRenderer(line: line, isComplete: true).render(range, attributes, into: &wrapper)
    }

    private func appendCode(_ code: String, _ attributes: TextAttributes, into wrapper: inout StyledWrapper) {
        // One space at each end lets code start or end with a backtick.
        let isPadded = code.hasPrefix(" ") && code.hasSuffix(" ") && code.contains { $0 != " " }
        let code = isPadded ? String(code.dropFirst().dropLast()) : code
        if wrapper.isStyled {
            wrapper.append(code, attributes.union(.code))
        } else {
            let marks = code.contains("`") ? "``" : "`"
            wrapper.append(marks + code + marks, attributes)
        }
    }

    private func appendLink(
        _ words: Range<Int>, _ address: String, isImage: Bool, _ attributes: TextAttributes,
        into wrapper: inout StyledWrapper
    ) {
        if isImage { wrapper.append("[image: ", attributes) }
        renderWhole(words, attributes.union(isImage ? [] : .underline), into: &wrapper)
        if isImage { wrapper.append("]", attributes) }
        guard text(words) != address, !address.isEmpty else { return }
        if !words.isEmpty || isImage { wrapper.space(attributes) }
        wrapper.append("(\(address))", attributes.union(.dim))
    }

    private func text(_ range: Range<Int>) -> String {
        var view = String.UnicodeScalarView()
        view.append(contentsOf: line[range])
        return String(view)
    }
}
