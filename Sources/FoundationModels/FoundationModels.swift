#if os(Linux)
    // Apple's module brings Observation too, and code relies on it.
    @_exported import LMProtocol
    @_exported import Observation
#endif
