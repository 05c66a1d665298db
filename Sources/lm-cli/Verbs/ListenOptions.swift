/// The options that the commands share which listen on a port.
enum ListenOptions {
    static let port = OptionSpec(
        .port, short: "p", .value("n", .count(0...65535)), "The port to listen on; 0 takes a free one.", default: "0")
    static let readyFD = OptionSpec(
        .readyFD, .value("n", .count(3...1023)), "Write the base URL to this file descriptor, once it can be used.")
    static let urlFile = OptionSpec(.urlFile, .value("file", .file), "Write the base URL to a file, too.")

    static let host = OptionSpec(
        .host, .values("name", .text), "Another name by which clients may call it, besides 127.0.0.1 and localhost.")

    /// The names besides those of the loopback by which clients may call a server.
    static func hosts(_ arguments: ParsedArguments) -> Set<String> { Set(arguments.all(.host).map { $0.lowercased() }) }

    /// Tells whoever waits for it that a server can be used: its base URL is the one line on standard output.
    static func announce(_ baseURL: String, _ invocation: Invocation) throws {
        let line = Array((baseURL + "\n").utf8)
        if let path = invocation.arguments.value(.urlFile) {
            do throws(SystemError) {
                try PrivateFile.write(line, to: path)
            } catch {
                throw CLIError(.cannotCreate, "cannot write \(path): \(error).")
            }
        }
        let isJSON = invocation.isJSON
        if isJSON {
            try invocation.console.write(json: ["url": .string(baseURL)])
        } else {
            try invocation.console.write(line)
        }
        try invocation.console.flush()
        if let number = invocation.arguments.int(.readyFD) {
            let descriptor = FileDescriptor(rawValue: Int32(number))
            do throws(SystemError) {
                try descriptor.write(line)
            } catch {
                throw CLIError(.cannotCreate, "cannot write to file descriptor \(number): \(error).")
            }
            descriptor.close()
        }
    }
}
