import LMTestSupport
import Testing

@testable import lm_cli

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

@Suite struct KeysTests {
    init() { BrokenPipes.areIgnored }

    /// A keyring that is a shell script: it keeps its secret in a file of the folder.
    private func keyring(in folder: TemporaryFolder, script: String? = nil) throws -> SecretService {
        let standard = """
            #!/bin/sh
            echo "$@" >> '\(folder.path)/arguments'
            case $1 in
            store) cat > '\(folder.path)/secret' ;;
            lookup) [ -f '\(folder.path)/secret' ] || exit 1; cat '\(folder.path)/secret' ;;
            clear) rm -f '\(folder.path)/secret' ;;
            esac
            """
        let path = try folder.executable(script ?? standard, named: "secret-tool")
        return SecretService(environment: Environment(["DBUS_SESSION_BUS_ADDRESS": "unix:"]), program: path)
    }

    private func saved(in folder: TemporaryFolder, _ keyring: SecretService) -> SavedKeys {
        SavedKeys(folders: Folders(environment: Environment(["LM_HOME": folder.path + "/home"])), keyring: keyring)
    }

    private var noKeyring: SecretService { SecretService(environment: Environment([:])) }

    @Test func `a key goes to the keyring where one answers, and nothing of it anywhere else`() throws {
        let folder = try TemporaryFolder()
        let keys = saved(in: folder, try keyring(in: folder))
        let (reference, refusal) = try keys.save(canaryKey, for: "xai")
        #expect(reference.store == .secretService)
        #expect(refusal == nil)
        #expect(try keys.key("xai") == canaryKey)
        #expect(try keys.reference("xai")?.lastCharacters == String(canaryKey.suffix(4)))
        let file = try #require(folder.read("home/keys.json"))
        #expect(!String(decoding: file, as: UTF8.self).contains(canaryKey))
        let arguments = try #require(folder.read("arguments"))
        #expect(!String(decoding: arguments, as: UTF8.self).contains(canaryKey))
    }

    @Test func `without a keyring it goes to a file that only its owner can read`() throws {
        let folder = try TemporaryFolder()
        let keys = saved(in: folder, noKeyring)
        let (reference, refusal) = try keys.save(canaryKey, for: "xai")
        #expect(reference.store == .file)
        #expect(refusal?.contains("no keyring answered") == true)
        #expect(try keys.key("xai") == canaryKey)
        #expect(folder.mode(of: "home/keys.json") == 0o600)
        #expect(folder.mode(of: "home") == 0o700)
    }

    @Test func `a file that others can read is refused`() throws {
        let folder = try TemporaryFolder()
        let keys = saved(in: folder, noKeyring)
        _ = try keys.save(canaryKey, for: "xai")
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: folder.path + "/home/keys.json")
        let error = try #require(throws: CLIError.self) { try keys.key("xai") }
        #expect(error.code == .key)
        #expect(error.message.contains("others can read it (mode 644)"))
    }

    @Test func `a symbolic link is refused`() throws {
        let folder = try TemporaryFolder()
        let keys = saved(in: folder, noKeyring)
        _ = try keys.save(canaryKey, for: "xai")
        let path = folder.path + "/home/keys.json"
        try FileManager.default.moveItem(atPath: path, toPath: path + ".real")
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: path + ".real")
        #expect(throws: CLIError.self) { try keys.key("xai") }
    }

    @Test func `a keyring that has no key is told from one that does not answer`() throws {
        let folder = try TemporaryFolder()
        #expect(try keyring(in: folder).lookUp("xai") == .missing)
        let locked = try keyring(in: folder, script: "#!/bin/sh\necho 'Cannot prompt' >&2\nexit 1\n")
        #expect(locked.lookUp("xai") == .unavailable("Cannot prompt"))
        let missing = SecretService(
            environment: Environment(["DBUS_SESSION_BUS_ADDRESS": "unix:"]), program: folder.path + "/nothing")
        #expect(missing.lookUp("xai") == .unavailable("secret-tool is not installed"))
    }

    @Test func `a key is forgotten everywhere`() throws {
        let folder = try TemporaryFolder()
        let keys = saved(in: folder, try keyring(in: folder))
        _ = try keys.save(canaryKey, for: "xai")
        #expect(try keys.remove("xai"))
        #expect(try keys.key("xai") == nil)
        #expect(folder.read("secret") == nil)
        #expect(try keys.remove("xai") == false)
    }

    @Test func `a saved key wins over the environment, and what is ignored is told`() throws {
        let folder = try TemporaryFolder()
        let environment = Environment(["LM_HOME": folder.path, "XAI_API_KEY": "a", "GROK_API_KEY": "b"])
        let ring = KeyRing(environment: environment)
        #expect(try ring.entry(.xai).source == .environment("GROK_API_KEY"))
        #expect(try ring.entry(.xai).ignoredVariables == ["XAI_API_KEY"])
        _ = try ring.saved.save(canaryKey, for: "xai")
        let entry = try ring.entry(.xai)
        #expect(entry.source == .saved)
        #expect(entry.ignoredVariables == ["GROK_API_KEY", "XAI_API_KEY"])
        #expect(
            entry.columns == [
                "xai", "saved key", "file", String(canaryKey.suffix(4)),
                "GROK_API_KEY (ignored), XAI_API_KEY (ignored)",
            ])
    }

    @Test func `a key file holds one key and nothing else`() throws {
        let folder = try TemporaryFolder()
        let environment = Environment([:])
        #expect(
            try KeyChoice.key(ofFile: folder.write("  xai-1\n".utf8, to: "one"), environment: environment) == "xai-1")
        for content in ["", "two keys", "schlüssel"] {
            let path = try folder.write(content.utf8, to: "bad")
            let error = try #require(throws: CLIError.self) {
                try KeyChoice.key(ofFile: path, environment: environment)
            }
            #expect(error.code == .key)
        }
        #expect(throws: CLIError.self) { try KeyChoice.key(ofFile: folder.path + "/nothing", environment: environment) }
    }

    @Test func `a program that does not end is ended`() throws {
        #expect(throws: ChildProcess.Failure.timedOut) {
            try ChildProcess.run("sh", ["-c", "read line < /dev/zero"], timeout: .milliseconds(50))
        }
    }

    @Test func `a program's streams are kept apart, and input that it does not read is no failure`() throws {
        let outcome = try ChildProcess.run(
            "sh", ["-c", "echo out; echo err >&2; exit 3"], input: Array(repeating: 65, count: 1 << 20),
            timeout: .seconds(60))
        #expect(outcome == ChildProcess.Outcome(status: 3, output: Array("out\n".utf8), errors: Array("err\n".utf8)))
        let echo = try ChildProcess.run("cat", [], input: Array(repeating: 65, count: 1 << 20), timeout: .seconds(60))
        #expect(echo.output.count == 1 << 20)
    }
}
