#if os(Linux)
    @_exported import LMProtocol
#endif
