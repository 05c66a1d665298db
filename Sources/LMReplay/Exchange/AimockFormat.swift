import LMJSON
import LMTransport

/// Fixtures of aimock, a mock server for models.
///
/// A fixture says what a model answers, not what was on the wire, so the wire is composed here: a stream of the
/// Responses API. The header says so. Of the request only the user's message is known, so such a cassette is replayed
/// with a lenient matcher.
public enum AimockFormat {
    /// Reads a file of fixtures.
    ///
    /// - Throws: ``ImportError`` where the bytes are none, with the fixture that is wrong.
    public static func cassette(from bytes: [UInt8]) throws(ImportError) -> Cassette {
        let root: JSONValue
        do throws(JSONError) {
            root = try JSONValue(parsing: bytes)
        } catch { throw ImportError("fixtures of aimock", "\(error).") }
        guard let fixtures = root["fixtures"]?.arrayValue else {
            throw ImportError("fixtures of aimock", "there are no fixtures.")
        }
        var interactions: [Interaction] = []
        for (index, fixture) in fixtures.enumerated() {
            guard let response = fixture["response"], response.objectValue != nil else {
                throw ImportError("fixtures of aimock", "fixture \(index + 1) has no response.")
            }
            interactions.append(interaction(fixture, response, number: index + 1))
        }
        return ImportedExchange.cassette(
            interactions, recorder: "composed from aimock", recorded: nil, redaction: .standard)
    }

    private static func interaction(_ fixture: JSONValue, _ response: JSONValue, number: Int) -> Interaction {
        let match = fixture["match"]
        let model = match?["model"]?.stringValue ?? "aimock"
        let body: JSONValue = [
            "model": .string(model),
            "input": [["role": "user", "content": .string(match?["userMessage"]?.stringValue ?? "")]], "stream": true,
        ]
        let request = RecordedRequest(
            method: "POST", url: "http://localhost/v1/responses",
            headers: RecordedHeaders(keeping: [.contentType: "application/json"]), body: body.bytes())
        if let error = response["error"] {
            let failure: JSONValue = .object(JSONObject([.init(key: "error", value: error)]))
            return Interaction(
                number: number, request: request,
                response: RecordedResponse(
                    status: response["status"]?.intValue ?? 500,
                    headers: RecordedHeaders(keeping: [.contentType: "application/json"]), body: failure.bytes()))
        }
        let events = ComposedResponse(id: "resp_\(number)", model: model).events(for: parts(of: response))
        return Interaction(
            number: number, request: request,
            response: RecordedResponse(
                status: 200, headers: RecordedHeaders(keeping: [.contentType: "text/event-stream"]),
                body: Array(events.joined()), cuts: cuts(of: events, timings: fixture["recordedTimings"])))
    }

    /// What the model says and calls, in order.
    private static func parts(of response: JSONValue) -> [ComposedResponse.Part] {
        if let blocks = response["blocks"]?.arrayValue {
            return blocks.map { block in
                block["type"]?.stringValue == "toolCall" ? call(block) : .text(block["text"]?.stringValue ?? "")
            }
        }
        let text = response["content"]?.stringValue.map { [ComposedResponse.Part.text($0)] } ?? []
        return text + (response["toolCalls"]?.arrayValue ?? []).map(call)
    }

    private static func call(_ value: JSONValue) -> ComposedResponse.Part {
        let arguments = value["arguments"]
        return .call(
            name: value["name"]?.stringValue ?? "", arguments: arguments?.stringValue ?? arguments?.text() ?? "{}")
    }

    private static func cuts(of events: [[UInt8]], timings: JSONValue?) -> [Cut] {
        guard let timings else { return [] }
        let gaps = timings["interChunkDelaysMs"]?.arrayValue?.map { Int($0.numberValue?.doubleValue ?? 0) } ?? []
        return events.enumerated().map { index, event in
            let gap =
                index == 0 ? timings["ttftMs"]?.intValue ?? 0 : gaps.indices.contains(index - 1) ? gaps[index - 1] : 0
            return Cut(byteCount: event.count, milliseconds: max(gap, 0))
        }
    }
}
