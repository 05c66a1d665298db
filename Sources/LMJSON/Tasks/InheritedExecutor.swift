/// The executor that work runs on which its caller may leave behind.
///
/// A task of its own does not take over the executor that its maker prefers. LMReplay's virtual clock sets this one: it
/// can tell that nothing goes on any more only if all work is on its executor. Sessions read it where they start such work.
/// It stands here because neither of the two modules knows the other, and both stand on this one.
package enum InheritedExecutor {
    /// The executor; `nil` for the pool that all tasks share.
    @TaskLocal package static var current: (any TaskExecutor)?
}
