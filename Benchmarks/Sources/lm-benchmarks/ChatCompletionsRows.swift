import LMChatCompletions
import LMProtocol
import LMTransport

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Bytes of a Chat Completions stream to typed events, through the backend's own path: text, arguments of a call, and
/// reasoning.
enum ChatCompletionsRows {
    private enum Kind: String, CaseIterable {
        case text, call, reasoning
        func members(_ word: String) -> String {
            switch self {
            case .text: #""content":"\#(word)""#
            case .call: #""tool_calls":[{"index":0,"function":{"arguments":"\#(word)"}}]"#
            case .reasoning: #""reasoning_content":"\#(word)""#
            }
        }
    }

    static func run() async throws -> [Row] {
        var rows: [Row] = []
        guard let address = URL(string: "http://127.0.0.1/v1") else { return rows }
        for (kind, count) in Kind.allCases.flatMap({ [($0, 200_000), ($0, 800_000)] }) {
            let input = deltas(kind, count)
            let transport = MemoryTransport(chunks: Inputs.chunks(input, of: 16_384))
            let model = ChatCompletionsModel(name: "memory", baseURL: address).transport(transport)
            let seconds = try await best(of: 2) { try await read(model, count) }
            rows.append(
                Row(name: "chat/\(kind.rawValue)/\(count)", seconds: seconds, bytes: input.count, count: count + 4))
        }
        return rows
    }

    private static func read(_ model: ChatCompletionsModel, _ count: Int) async throws {
        let request = GenerationRequest(
            transcript: Transcript(entries: [.prompt(.init(segments: [.text(.init(content: "?"))]))]))
        let stream = try await model.respond(to: request)
        var deltas = 0
        while let batch = try await stream.next() {
            for event in batch {
                switch event {
                case .textDelta, .toolCallDelta, .reasoningDelta: deltas += 1
                default: break
                }
            }
        }
        guard deltas >= count else { throw BenchmarkError.wrongResult("\(deltas) deltas") }
    }

    /// Chunks as OpenAI and DeepSeek write them, about 200 bytes each.
    private static func deltas(_ kind: Kind, _ count: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count * 220 + 1024)
        func chunk(_ members: String, _ reason: String = "null") {
            bytes +=
                "data: {\"id\":\"chatcmpl-C0ffee5c1e2f709a3b4d6e8f10\",\"object\":\"chat.completion.chunk\",\"created\":1796036709,\"model\":\"memory\",\"system_fingerprint\":\"fp_3f1a2b\",\"choices\":[{\"index\":0,\"delta\":{\(members)},\"logprobs\":null,\"finish_reason\":\(reason)}],\"usage\":null}\n\n"
                .utf8
        }
        var random = SplitMix(seed: 7)
        let words = [" the", " model", " writes", " words", ",", " one", " by", " one", ".", "\\n", " größer", " 東京"]
        if kind == .call {
            chunk(
                #""tool_calls":[{"index":0,"id":"call_1","type":"function","function":{"name":"f","arguments":"{\"x\":\""}}]"#
            )
        }
        for _ in 0..<count { chunk(kind.members(words[Int(random.next() % UInt64(words.count))])) }
        if kind == .call { chunk(#""tool_calls":[{"index":0,"function":{"arguments":"\"}"}}]"#) }
        chunk("", "\"stop\"")
        bytes += "data: {\"choices\":[],\"usage\":{\"prompt_tokens\":10,\"completion_tokens\":\(count)}}\n\n".utf8
        bytes += "data: [DONE]\n\n".utf8
        return bytes
    }
}
