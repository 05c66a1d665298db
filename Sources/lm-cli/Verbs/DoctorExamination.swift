import LMProvider
import LMResponses
import LMTransport

/// Looks at everything that decides how the tool behaves, and changes none of it.
struct DoctorExamination: Sendable {
    private let invocation: Invocation
    private let environment: Environment
    private let folders: Folders

    init(_ invocation: Invocation) {
        self.invocation = invocation
        environment = invocation.environment
        folders = Folders(environment: invocation.environment)
    }

    /// The whole report.
    func report() -> DoctorReport {
        var report = DoctorReport()
        report.sections.append(
            .init(
                title: "VERSION",
                rows: [
                    .init(name: "lm-cli", value: ProductVersion.text),
                    .init(name: "system", value: Platform.systemName),
                ]))
        report.sections.append(.init(title: "SETTINGS", rows: settings(&report.problems)))
        report.sections.append(.init(title: "KEYS", rows: keys(&report.problems)))
        report.sections.append(.init(title: "PATHS", rows: paths(&report.problems)))
        report.sections.append(.init(title: "TERMINAL", rows: terminal()))
        report.sections.append(.init(title: "NETWORK", rows: network(&report.problems)))
        report.sections.append(.init(title: "CASSETTES", rows: cassettes()))
        report.problems += HelpTopic.unknownVariables(environment)
        return report
    }

    // MARK: Settings

    /// The settings that the environment and files can change, each with what decides it.
    private func settings(_ problems: inout [String]) -> [DoctorReport.Row] {
        var files: [ConfigurationFile] = []
        do throws(CLIError) {
            files = try Configuration(invocation.arguments, environment: environment).files
        } catch {
            problems.append(error.message)
        }
        func row(_ name: String, _ option: OptionName?, _ variable: String?, _ standard: String) -> DoctorReport.Row {
            if let variable, let value = environment[variable] {
                return .init(name: name, value: value, origin: variable)
            }
            for file in files {
                guard let values = file.settings.first(where: { $0.name == option })?.values else { continue }
                return .init(name: name, value: values.joined(separator: " "), origin: file.path)
            }
            return .init(name: name, value: standard, origin: "built in")
        }
        func flag(_ name: String, _ option: OptionName, _ variable: String) -> DoctorReport.Row {
            environment.isOn(variable)
                ? .init(name: name, value: "false", origin: variable) : row(name, option, nil, "true")
        }
        var rows = [
            row("model", .model, "LM_MODEL", ModelChoice.standardModel),
            row("effort", .effort, "LM_EFFORT", "the model's own"),
            row("base URL", .baseURL, "LM_BASE_URL", Provider.xai.baseURL ?? ""),
            row("timeout", .timeout, "LM_TIMEOUT", "600 s"), row("color", .color, "LM_COLOR", "auto"),
            flag("stdin", .stdin, "LM_NO_STDIN"), flag("save", .save, "LM_NO_SAVE"),
            flag("progress", .progress, "LM_NO_PROGRESS"),
            row("pager", nil, environment["LM_PAGER"] == nil ? "PAGER" : "LM_PAGER", "less"),
            row("editor", nil, environment["VISUAL"] == nil ? "EDITOR" : "VISUAL", "vi"),
        ]
        let listed: Set<OptionName> = [.model, .effort, .baseURL, .timeout, .color, .stdin, .save, .progress]
        for name in ConfigurationFile.names where !listed.contains(name) {
            let setting = row(name.settingName, name, nil, "")
            if setting.origin != "built in" { rows.append(setting) }
        }
        return rows
    }

    // MARK: Keys

    private func keys(_ problems: inout [String]) -> [DoctorReport.Row] {
        let ring = KeyRing(environment: environment)
        var rows: [DoctorReport.Row] = []
        for provider in Provider.withKeys {
            do throws(CLIError) {
                let entry = try ring.entry(provider)
                let store = entry.reference.map { "kept in: \($0.store.rawValue)" } ?? ""
                rows.append(.init(name: provider.name, value: entry.source?.description ?? "none", origin: store))
                if !entry.ignoredVariables.isEmpty, entry.source != nil {
                    rows.append(
                        .init(name: "", value: "not used: \(entry.ignoredVariables.joined(separator: ", "))"))
                }
            } catch {
                rows.append(.init(name: provider.name, value: "cannot be read"))
                problems.append(error.message)
            }
        }
        let hasBus = environment["DBUS_SESSION_BUS_ADDRESS"] != nil
        let hasTool = Platform.findProgram("secret-tool", path: environment["PATH"]) != nil
        let keyring =
            !hasTool ? "no: secret-tool is not installed" : hasBus ? "may answer" : "no: there is no D-Bus session"
        rows.append(.init(name: "keyring", value: keyring))
        return rows
    }

    // MARK: Paths

    private func paths(_ problems: inout [String]) -> [DoctorReport.Row] {
        let origin = environment["LM_HOME"] == nil ? "XDG" : "LM_HOME"
        let places = [
            ("settings", folders.settings), ("keys", folders.keys), ("sessions", folders.sessions),
            ("history", folders.history), ("cache", folders.cache),
        ]
        return places.map { name, path in
            let isThere = FileDescriptor.exists(path)
            if isThere, FileDescriptor.isOpenToOthers(path), name == "keys" || name == "sessions" {
                problems.append("\(path) can be read by others. Mend it: chmod go= \(ShellQuoting.quoted(path))")
            }
            return .init(name: name, value: path, origin: origin + (isThere ? "" : ", not there yet"))
        }
    }

    // MARK: Terminal

    private func terminal() -> [DoctorReport.Row] {
        let console = invocation.console
        func words(_ stream: StreamProfile) -> String {
            guard stream.isTerminal else { return "no terminal" + (stream.hasColor ? ", colour" : "") }
            return "terminal, \(stream.columns) columns, \(stream.hasColor ? "colour" : "no colour")"
                + (stream.movesCursor ? "" : ", no cursor movement")
        }
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].first { environment[$0] != nil }
        return [
            .init(name: "output", value: words(console.output)), .init(name: "errors", value: words(console.error)),
            .init(name: "input", value: invocation.standardInput.isTerminal ? "terminal" : "no terminal"),
            .init(name: "TERM", value: environment["TERM"] ?? "not set"),
            .init(
                name: "signs", value: console.typography == .ascii ? "ASCII" : "Unicode",
                origin: locale.map { "\($0)=\(environment[$0] ?? "")" } ?? "built in"),
            .init(name: "progress", value: "\(console.progress)"),
        ]
    }

    // MARK: Network

    private func network(_ problems: inout [String]) -> [DoctorReport.Row] {
        var rows: [DoctorReport.Row] = []
        do {
            _ = try DefaultTransport.transport()
            rows.append(.init(name: "transport", value: "ready"))
        } catch {
            rows.append(.init(name: "transport", value: "missing"))
            problems.append((error as? TransportError)?.message ?? "\(error)")
        }
        for name in ["HTTPS_PROXY", "https_proxy", "ALL_PROXY", "NO_PROXY", "no_proxy"] {
            guard let value = environment[name] else { continue }
            // A proxy's address may have a password in it.
            let shown = value.lastIndex(of: "@").map { "…@" + value[value.index(after: $0)...] } ?? value
            rows.append(.init(name: "proxy", value: shown, origin: name))
        }
        return rows
    }

    private func cassettes() -> [DoctorReport.Row] {
        let names = CassetteName.available()
        return [.init(name: "found here", value: names.isEmpty ? "none" : names.joined(separator: " "))]
    }
}
