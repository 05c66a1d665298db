import Testing
@testable import LMMacroExpansion
@Test func smoke() { #expect(PluginHost.protocolVersion == 7) }
