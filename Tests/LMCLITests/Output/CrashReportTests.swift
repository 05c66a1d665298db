import LMJSON
import LMTestSupport
import Testing

@testable import lm_cli

@Suite struct CrashReportTests {
    @Test func `a report of a mistake names the command and its options, and none of their values`() throws {
        let folder = try TemporaryFolder()
        let arguments = try ArgumentParser.parse(
            ["ask", "--key-file", canaryKey, "-s", "instructions", "prompt"], root: CommandTable.root)
        let path = try #require(
            CrashReport.write(
                CLIError(.software, "odd."), arguments, environment: Environment(["LM_HOME": folder.path])))
        let report = try JSONValue(parsing: try FileInput.read(path))
        #expect(report["command"] == "lm-cli ask")
        #expect(report["options"] == ["key-file", "system"])
        #expect(report["message"] == "odd.")
        #expect(!report.text().contains(canaryKey) && !report.text().contains("prompt"))
    }
}
