import LMJSON
import LMProtocol
import LMTestSupport
import Testing

@testable import LMChatCompletions

/// What servers have really sent, against a reading that was written apart from the product.
@Suite(.enabled(if: Traffic.isThere, "LM_TRAFFIC_CHAT_COMPLETIONS does not say where the recorded traffic is"))
struct StreamTrafficTests {
    @Test(arguments: Traffic.streams)
    func `every recorded stream says what a plain reading of it says, and keeps the laws`(_ exchange: Traffic.Exchange)
    {
        let (log, failure) = decode([exchange.body], exchange.context)
        let plain = PlainReading(stream: exchange.body)
        #expect(failure == nil)
        #expect(PlainReading(log) == plain)
        #expect(log.violations.isEmpty)
        #expect(log.finish?.raw == plain.reason)
        if !plain.calls.isEmpty, plain.reason != "length" {
            #expect(log.finish?.unified == .toolCalls)
            #expect(!log.calls.contains { !$0.isComplete })
        }
    }

    @Test(arguments: Traffic.streams)
    func `a recorded stream says the same however its bytes are cut`(_ exchange: Traffic.Exchange) {
        let whole = decode([exchange.body], exchange.context).log.events
        let body = exchange.body
        let events = String(decoding: body, as: UTF8.self).components(separatedBy: "\n\n").map {
            Array("\($0)\n\n".utf8)
        }
        #expect(decode(events, exchange.context).log.events == whole)
        #expect(decode(body.map { [$0] }, exchange.context).log.events == whole)
    }

    @Test(arguments: Traffic.documents)
    func `every recorded document says what a plain reading of it says, or is the error that it is`(
        _ exchange: Traffic.Exchange
    ) throws {
        guard let plain = PlainReading(document: exchange.body) else {
            #expect(exchange.status >= 400)
            return
        }
        let document = try JSONValue(parsing: exchange.body)
        var translator = ChatTranslator(exchange.context)
        #expect(translator.isAnswer(document))
        var events: [GenerationEvent] = []
        try translator.translate(document: document, into: &events)
        let log = EventLog(events)
        #expect(PlainReading(log) == plain)
        #expect(log.violations.isEmpty)
    }

    @Test func `the traffic is all there`() {
        #expect(Traffic.streams.count == 171)
        #expect(Traffic.documents.count == 242)
    }
}
