import LMJSON
import LMProtocol

/// The sources that an answer cites, in the forms that servers give them. Each is reported once.
struct Sources: Sendable {
    private var reported: Set<Citation> = []
    private var pending: [Citation] = []
    /// Perplexity's and xAI's list of addresses, which comes with every chunk.
    private var addresses: [String] = []
    /// What is known of an address.
    private var results: [String: Citation] = [:]

    /// Takes in a member of a chunk.
    mutating func take(_ name: String, _ value: JSONValue) {
        switch name {
        case "citations": addresses = value.arrayValue?.compactMap { $0.stringValue ?? $0["url"]?.stringValue } ?? []
        case "search_results": for result in value.arrayValue ?? [] { take(result: result) }
        case "venice_parameters":
            for result in value["web_search_citations"]?.arrayValue ?? [] {
                take(result: result)
                if let url = result["url"]?.stringValue, !addresses.contains(url) { addresses.append(url) }
            }
        default: break
        }
    }

    private mutating func take(result: JSONValue) {
        guard let url = result["url"]?.stringValue else { return }
        results[url] = Citation(
            url: url, title: result["title"]?.stringValue,
            citedText: (result["snippet"] ?? result["content"])?.stringValue.flatMap { $0.isEmpty ? nil : $0 })
    }

    /// Takes in a note on the answer's text, as OpenAI and OpenRouter give it.
    mutating func take(annotation: JSONValue) {
        let source = annotation["url_citation"] ?? annotation
        guard let url = source["url"]?.stringValue, !url.isEmpty else { return }
        pending.append(
            Citation(
                url: url, title: source["title"]?.stringValue, start: source["start_index"]?.intValue,
                end: source["end_index"]?.intValue, citedText: source["content"]?.stringValue))
    }

    /// Takes in Mistral's reference to what it was given.
    mutating func take(reference: JSONValue) {
        for id in reference["reference_ids"]?.arrayValue ?? [] {
            let name = id.stringValue ?? id.numberValue?.description
            if let name { pending.append(Citation(location: "reference \(name)")) }
        }
    }

    /// Reports what has not been reported.
    mutating func report(at part: PartID, _ events: inout [GenerationEvent]) {
        for citation in pending + addresses.map({ results[$0] ?? Citation(url: $0) })
        where reported.insert(citation).inserted {
            events.append(.citation(part, citation))
        }
        pending = []
    }
}
