import LMMacroExpansion

/// The compiler plug-in behind `@Generable`, `@Guide` and `@SessionPropertyEntry`.
///
/// The compiler starts it, sends declarations over standard input and reads expansions from standard output, so that
/// nothing else may be printed there.
@main
enum LMMacrosPlugin {
    static func main() { PluginHost().serve(PluginConnection(input: 0, output: 1)) }
}
