import LMProtocol
import Testing

@Suite struct ReasoningMapTests {
    private let map = ReasoningMap(supportedEfforts: ["low", "medium", "high"])

    @Test(arguments: [
        (ContextOptions.ReasoningLevel.light, "low"), (.moderate, "medium"), (.deep, "high"),
        (.custom("medium"), "medium"),
    ])
    func `each level has its effort`(_ row: (level: ContextOptions.ReasoningLevel, effort: String)) throws {
        let resolved = try map.resolve(row.level, model: "m")
        #expect(resolved.effort == row.effort)
        #expect(resolved.adjustment == nil)
    }

    @Test func `absent, the provider's default and off are three values`() throws {
        #expect(try map.resolve(nil, model: "m").effort == nil)
        let off = ReasoningMap(supportedEfforts: ["none", "low"])
        #expect(try off.resolve(.custom("none"), model: "m").effort == "none")
    }

    @Test func `an effort that the model does not take is sent, clamped or refused, as the card says`() throws {
        var map = map
        #expect(try map.resolve(.custom("xhigh"), model: "m").effort == "xhigh")

        map.policy = .clamp
        let clamped = try map.resolve(.custom("xhigh"), model: "m")
        #expect(clamped.effort == "high")
        #expect(clamped.adjustment?.kind == .optionClamped)
        #expect(try map.resolve(.custom("none"), model: "m").effort == "low")

        map.policy = .refuse
        let error = #expect(throws: LanguageModelError.self) { try map.resolve(.custom("xhigh"), model: "m") }
        #expect(error?.errorDescription?.contains("low, medium, high") == true)
    }

    @Test func `a model that takes no effort is sent none, and the response says so`() throws {
        let resolved = try ReasoningMap().resolve(.deep, model: "m")
        #expect(resolved.effort == nil)
        #expect(resolved.adjustment?.kind == .optionDropped)
    }
}
