import Testing

@testable import LMProtocol

extension SessionPropertyValues {
    @SessionPropertyEntry var toolCallCount: Int = 0
    @SessionPropertyEntry package var names = ["a": [1]]
    @SessionPropertyEntry fileprivate var `default`: String? = nil
    @SessionPropertyEntry var closure: Int = { 3 }()
}

private struct CountingTool {
    @LanguageModelSession.SessionProperty(\.toolCallCount) var count
}

@Suite struct SessionPropertyUseTests {
    @Test func `a property begins with its value and keeps what is set`() {
        let values = SessionPropertyValues()
        #expect(values.toolCallCount == 0)
        #expect(values.default == nil)
        #expect(values.closure == 3)
        values.toolCallCount += 2
        values.names["a", default: []].append(2)
        values.default = "d"
        #expect(values.toolCallCount == 2)
        #expect(values.names == ["a": [1, 2]])
        #expect(values.default == "d")
        #expect(SessionPropertyValues().toolCallCount == 0)
    }

    @Test func `a property is reached by its key path`() {
        let values = SessionPropertyValues()
        SessionPropertyValues.$current.withValue(values) { CountingTool().count += 1 }
        #expect(values.toolCallCount == 1)
    }
}
