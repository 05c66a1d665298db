extension LanguageModelSession {
    /// Takes another history for the turn that is under way, and for those after it. The entries of the turn stay at the
    /// end. A turn that fails goes back to the history before it, as ever.
    func replaceHistory(_ history: Transcript.HistoryView) {
        registrar.withMutation(of: self, keyPath: \.transcript) {
            state.withLock { state in
                let count = state.transcript.count
                state.transcript.history = history
                guard let start = state.active?.start else { return }
                state.active?.start = min(max(0, start + state.transcript.count - count), state.transcript.count)
            }
        }
    }
}
