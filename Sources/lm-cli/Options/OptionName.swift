/// The options of the tool by their long names; the raw value is what stands behind `--`.
///
/// A switch that is on unless it is turned off is named for what it allows: `--no-stdin` turns `stdin` off.
enum OptionName: String, CaseIterable, Sendable {
    // Everywhere
    case help, version, quiet, verbose, color, ascii, input, progress, json, width, config, profile
    // What is asked
    case model, effort, system, attach, file, usage, prompt
    // How the answer comes out
    case output, events, reasoning, stream, deterministic, plain, markdown, extract, schema
    case extractLast = "xl"
    // Where it is asked
    case baseURL = "base-url"
    case provider, wire
    case keyFile = "key-file"
    case keySource = "key-source"
    case timeout
    case totalTimeout = "total-timeout"
    case retries
    case maxWait = "max-wait"
    case stdin
    case temperature
    case topP = "top-p"
    case topK = "top-k"
    case maxTokens = "max-tokens"
    case budget, option
    case dryRun = "dry-run"
    // Tools
    case tool, approve
    case toolEnvironment = "tool-env"
    case maxToolCalls = "max-tool-calls"
    case arguments = "args"
    // Conversations
    case proceed = "continue"
    case resume, fork, save
    // Cassettes
    case record, replay, force
    case keepPartial = "keep-partial"
    case view = "as"
    case speed, only, from, to
    case maxGap = "max-gap"
    case mode, redact
    // Faults and cuts of a replay
    case cuts, shake, cut, status, stall, corrupt
    // Programs that are recorded and replayed
    case match, env
    case onMiss = "on-miss"
    // Servers
    case port, token, upstream, host
    case reportToken = "report-token"
    case readyFD = "ready-fd"
    case urlFile = "url-file"
    case allowRemote = "allow-remote"
    // The corpus
    case check, text, all
    case inPlace = "in-place"
    case bundle
    // The tour
    case live
}
