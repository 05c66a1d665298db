import LMProtocol
import Testing

@Suite struct GenerationStreamLawsTests {
    private static let id = PartID(item: 0)
    private static let end = GenerationEvent.finished(FinishReason(.stop))

    @Test func `a lawful stream breaks none`() {
        let (text, thought, call) = (PartID(item: 1), PartID(item: 0), PartID(item: 2))
        let events: [GenerationEvent] = [
            .started(ResponseInfo(id: "r")), .reasoningStart(thought), .reasoningDelta(thought, "a"),
            .reasoningEnd(thought, text: "a"),
            .reasoningData(item: 0, .init(provider: "x", content: "e")),
            .textStart(text), .textDelta(text, "b"), .textDelta(text, "c"),
            .toolCallStart(call, callID: "c", name: "n"),
            .textEnd(text, text: "bc"), .toolCallDelta(call, "{}"),
            .toolCallEnd(call, arguments: "{}", isComplete: true),
            .usage(Usage()), Self.end,
        ]
        #expect(GenerationStreamLaws.violations(in: events).isEmpty)
    }

    @Test(
        arguments: [
            ([.textDelta(id, "a"), end], GenerationStreamLaws.Violation.Law.opensBeforeDeltasAndClosesOnce),
            ([.textStart(id), .textStart(id), .textEnd(id, text: ""), end], .opensBeforeDeltasAndClosesOnce),
            ([.textStart(id), .textEnd(id, text: ""), .textEnd(id, text: ""), end], .opensBeforeDeltasAndClosesOnce),
            ([.textStart(id), end], .opensBeforeDeltasAndClosesOnce),
            ([.textStart(id), .textDelta(id, "a"), .textEnd(id, text: "b"), end], .deltasEqualFinalValue),
            (
                [.toolCallStart(id, callID: "c", name: "n"), .toolCallEnd(id, arguments: "{}", isComplete: true), end],
                .deltasEqualFinalValue
            ),
            ([end, .textStart(id), .textEnd(id, text: "")], .nothingFollowsTheEnd),
            ([.textStart(id), .textEnd(id, text: "")], .endsWithFinishReason),
            (
                [
                    .usage(Usage(output: .init(totalTokenCount: 9))), .usage(Usage(output: .init(totalTokenCount: 3))),
                    end,
                ],
                .usageReplaces
            ),
        ] as [([GenerationEvent], GenerationStreamLaws.Violation.Law)])
    func `each law is told when it is broken`(
        _ row: (events: [GenerationEvent], law: GenerationStreamLaws.Violation.Law)
    ) {
        let violations = GenerationStreamLaws.violations(in: row.events)
        #expect(violations.contains { $0.law == row.law })
        #expect(Set(violations.map(\.law)) == [row.law])
    }

    @Test func `equality of deltas and value is by bytes, not by canonical equivalence`() {
        let violations = GenerationStreamLaws.violations(in: [
            .textStart(Self.id), .textDelta(Self.id, "e\u{301}"), .textEnd(Self.id, text: "\u{e9}"), Self.end,
        ])
        #expect(violations.map(\.law) == [.deltasEqualFinalValue])
    }
}
