/// What the plug-in answers.
enum PluginAnswer: Equatable {
    case capability(protocolVersion: Int)
    /// An expansion. The places of its diagnostics are counted from the start of the fragment.
    case expansion(MacroExpansion, of: SourceFragment)
    /// The plug-in loads no libraries.
    case library
}
