/// The settings that hold where the command line and the environment say nothing: those of the project, then the person's
/// own.
struct Configuration: Sendable {
    /// The name of a project's file, in its folder or one above it, up to the root of the repository.
    static let projectFileName = ".lm-cli.json5"

    /// The files, the stronger first.
    let files: [ConfigurationFile]

    /// The command that prints the key; `nil` where none is named.
    var keyCommand: String? { files.lazy.compactMap(\.keyCommand).first }

    /// Reads the files that there are.
    ///
    /// Throws where one cannot be understood, and where a file or profile was named that is not there.
    init(_ arguments: ParsedArguments, environment: Environment) throws(CLIError) {
        let profile = arguments.value(.profile)
        var files: [ConfigurationFile] = []
        if let path = Self.projectFile() {
            files.append(try ConfigurationFile(path: path, author: .project, profile: profile))
        }
        let own = Folders(environment: environment).settings
        if let named = arguments.value(.config) {
            let path = PathInput.path(named, environment: environment)
            files.append(try ConfigurationFile(path: path, author: .person, profile: profile))
        } else if FileDescriptor.exists(own) {
            files.append(try ConfigurationFile(path: own, author: .person, profile: profile))
        }
        self.files = files
        if let profile, !files.contains(where: { $0.profileNames.contains(profile) }) {
            let names = files.flatMap(\.profileNames)
            throw .usage(
                "there is no profile \"\(profile)\".",
                hint: names.isEmpty
                    ? "Profiles stand in \(own), under profiles." : "There are: \(names.joined(separator: ", ")).")
        }
    }

    /// The project's file; `nil` where there is none.
    private static func projectFile() -> String? {
        var folder = "."
        for _ in 0..<64 {
            let path = folder == "." ? projectFileName : "\(folder)/\(projectFileName)"
            if FileDescriptor.isRegularFile(path) { return path }
            // The root of a repository is where the project ends, and nobody's project is above the last folder.
            if FileDescriptor.exists("\(folder)/.git") || FileDescriptor.isSame(folder, "\(folder)/..") { return nil }
            folder = folder == "." ? ".." : "\(folder)/.."
        }
        return nil
    }

    /// Fills in what the options of a command leave open. Throws where a setting does not fit its option.
    func fill(_ arguments: inout ParsedArguments, environment: Environment) throws(CLIError) {
        let options = arguments.path.flatMap(\.options)
        for file in files {
            for (name, values) in file.settings {
                guard let option = options.last(where: { $0.name == name }),
                    !Self.isOverridden(name, by: environment)
                else { continue }
                try file.fill(option, with: values, in: &arguments)
            }
        }
        arguments.keyCommand = keyCommand
    }

    /// Whether a variable of the environment decides the same.
    private static func isOverridden(_ name: OptionName, by environment: Environment) -> Bool {
        let variable: String? =
            switch name {
            case .model: "LM_MODEL"
            case .effort: "LM_EFFORT"
            case .baseURL: "LM_BASE_URL"
            case .timeout: "LM_TIMEOUT"
            case .color: "LM_COLOR"
            case .stdin: "LM_NO_STDIN"
            case .save: "LM_NO_SAVE"
            case .progress: "LM_NO_PROGRESS"
            default: nil
            }
        return variable.map { environment[$0] != nil } ?? false
    }
}

extension ConfigurationFile {
    fileprivate func fill(
        _ option: OptionSpec, with values: [String], in arguments: inout ParsedArguments
    ) throws(CLIError) {
        let key = option.name.settingName
        guard let kind = option.value?.kind else {
            guard let isOn = values.first.flatMap(Bool.init), values.count == 1 else {
                throw problem(key, "takes true or false")
            }
            arguments.setDefault(option.name, to: isOn)
            return
        }
        guard values.count == 1 || option.isRepeatable else { throw problem(key, "takes one value") }
        for value in values where !kind.accepts(value) {
            throw problem(key, "takes \(kind.expectation ?? "a text"), not \"\(value)\"")
        }
        arguments.setDefault(option.name, to: values)
    }
}
