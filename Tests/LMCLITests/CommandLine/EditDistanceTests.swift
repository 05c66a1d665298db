import Testing

@testable import lm_cli

@Suite struct EditDistanceTests {
    @Test(arguments: [
        ("", "", 0), ("ask", "ask", 0), ("ask", "", 3), ("model", "modle", 1), ("model", "models", 1),
        ("replay", "reply", 1), ("record", "recrod", 1), ("kitten", "sitting", 3),
    ])
    func `counts changes, additions, removals and swaps of neighbours`(left: String, right: String, distance: Int) {
        #expect(EditDistance.between(left, right) == distance)
        #expect(EditDistance.between(right, left) == distance)
    }

    @Test func `suggests nothing that is more than two changes away`() {
        #expect(EditDistance.suggestion(for: "modell", among: ["--json", "model"]) == "model")
        #expect(EditDistance.suggestion(for: "frobnicate", among: ["model", "record"]) == nil)
    }

    @Test func `a word of two letters is near only to what is one change away`() {
        #expect(EditDistance.suggestion(for: "as", among: ["ask"]) == "ask")
        #expect(EditDistance.suggestion(for: "zz", among: ["ls"]) == nil)
    }
}
