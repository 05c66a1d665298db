import LMReplay
import LMTransport
import Testing

extension CassetteFolder {
    /// Records an issue for every secret in a cassette of the folder, and for every cassette that is not in order.
    ///
    /// For a test that guards what is committed:
    ///
    /// ```swift
    /// @Test func `no cassette holds a secret`() throws {
    ///     try CassetteFolder(path: "Fixtures").expectSound()
    /// }
    /// ```
    ///
    /// - Parameter keys: keys that are known, which are looked for in every form.
    /// - Throws: ``CassetteError`` where the folder or a file cannot be read.
    public func expectSound(
        keys: [Credential] = [], redaction: Redaction = .standard, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let scan = SecretScan(keys: keys)
        for name in try names() {
            let text = try Cassette(contentsOf: path(of: name)).text
            for finding in CassetteVerification(text: text, redaction: redaction, keys: scan).findings
            where finding.isError {
                Issue.record("\(name): \(finding)", sourceLocation: sourceLocation)
            }
        }
    }
}
