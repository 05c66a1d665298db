import LMTestSupport
import LMTransport
import Testing

@testable import LMReplay

@Suite struct SecretScanTests {
    /// A key of no known shape, so that only the search for the key itself can find it.
    private let key = "q7/Zp+Wm4=Kx9?Rt2&"

    private func hits(_ text: String, keys: [String] = []) -> [SecretScan.Hit] {
        SecretScan(keys: keys.map { Credential(bearer: $0) }).hits(in: Array(text.utf8))
    }

    private func encode(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        Base64.append(bytes, to: &text)
        return text.text
    }

    private func hex(_ text: String, _ form: (UInt8) -> String) -> String { text.utf8.map(form).joined() }

    private func digits(_ byte: UInt8) -> String { (byte < 16 ? "0" : "") + String(byte, radix: 16) }

    @Test func `the live key is found in every form`() {
        let forms: [(String, String)] = [
            ("plain", key),
            ("percent", hex(key) { "%" + digits($0) }),
            (
                "percent, in part",
                key.replacing("/", with: "%2F").replacing("+", with: "%2B").replacing("=", with: "%3d")
            ),
            ("JSON", hex(key) { "\\u00" + digits($0) }),
            ("JSON slash", key.replacing("/", with: "\\/")),
            ("JSON in JSON", hex(key) { "\\\\u00" + digits($0) }),
            ("percent in JSON", hex(key) { "\\u0025" + digits($0) }),
            ("hex", hex(key, digits)),
            ("HEX", hex(key, digits).uppercased()),
            ("base64", encode(Array(key.utf8))),
            ("base64, shifted by one", encode(Array(("x" + key + "yz").utf8))),
            ("base64, shifted by two", encode(Array(("xx" + key + "y").utf8))),
            ("base64url", encode(Array(("user:" + key).utf8)).replacing("+", with: "-").replacing("/", with: "_")),
            ("base64 in percent", encode(Array(key.utf8)).replacing("=", with: "%3D").replacing("+", with: "%2B")),
        ]
        for (name, form) in forms {
            let found = hits("{\"a\":1}\n{\"event\":1,\"raw\":\"x\(form)y\"}\n", keys: [key])
            #expect(found.map(\.line) == [2], "\(name)")
            #expect(found.allSatisfy { $0.rule.hasPrefix("live-key") }, "\(name)")
        }
        #expect(hits("{\"event\":1,\"raw\":\"\(key.dropLast())\"}", keys: [key]).isEmpty)
    }

    @Test func `the live key is found in bytes that are kept as base64`() {
        let bytes = [0xFF] + Array(hex(key) { "%" + digits($0) }.utf8)
        #expect(hits("{\"event\":1,\"base64\":\"\(encode(bytes))\"}", keys: [key]).count == 1)
    }

    @Test func `words that local servers take for keys are not looked for`() {
        #expect(hits("{\"model\":\"ollama\"}", keys: ["ollama", ""]).isEmpty)
    }

    @Test(arguments: [
        (canaryKey, "xai-key"), ("sk-proj-abc123DEF456ghi789jkl", "sk-key"),
        ("sk-ant-api03-AAAAbbbbCCCC1111dddd", "sk-key"),
        ("Authorization: Bearer abcdefghij0123456789", "bearer-token"),
        ("Basic dXNlcjpwYXNzd29yZA==", "basic-credentials"),
        ("eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N", "jwt"),
        ("-----BEGIN RSA PRIVATE KEY-----", "private-key"), ("-----BEGIN PRIVATE KEY-----", "private-key"),
        ("AKIAIOSFODNN7EXAMPLE", "aws-key-id"), ("ghp_abcdefghijklmnopqrstuvwxyz0123456789", "github-token"),
        ("AIzaSyA-1234567890abcdefghijklmnopqrstu", "google-key"), ("xoxb-123456789012-abcdefABCDEF", "slack-token"),
        ("hf_abcdefghijklmnopqrstuvwxyzABCDEF", "hugging-face-token"),
    ])
    func `keys of known kinds are found by their shape`(text: String, rule: String) {
        for line in ["\"\(text)\"", "a\\n\(text)\\n", "a%20\(text)", "\(text)"] {
            #expect(hits("{\"note\":\(line)}\n").map(\.rule).contains(rule), "\(line)")
        }
    }

    @Test(arguments: [
        "risk-averse-strategies-of-2024-and-beyond", "Incorrect API key provided: xa***2a",
        "a Bearer token, which is long",
        "xai-grok-model", "Basic understanding of 12345678", "task-abc123DEF456ghi789jkl", "sk-...", "AKIA",
        "-----BEGIN CERTIFICATE-----", "eyJ0eXBlIjoicmVhc29uaW5nIn0gopaque0blob0without0dots",
    ])
    func `ordinary text is no secret`(text: String) {
        #expect(hits("{\"note\":\"\(text)\"}\n").isEmpty)
    }

    @Test func `a hit never shows the value`() {
        let found = hits("{\"note\":\"\(canaryKey)\"}", keys: [canaryKey])
        #expect(!found.isEmpty)
        for hit in found {
            #expect(!"\(hit)".contains("CANARY") && !String(reflecting: hit).contains("CANARY"))
        }
    }
}
