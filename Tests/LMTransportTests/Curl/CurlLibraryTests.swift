#if os(Linux)
    import LMTestSupport
    import Testing

    @testable import LMTransport

    struct CurlLibraryTests {
        @Test
        func `a missing library is told with the packages that bring it`() async throws {
            let error = await transportError { try CurlLibrary.probe(["libnothing.so.1", "libnothing.so"]) }
            #expect(error?.kind == .libraryMissing)
            for word in ["libcurl4", "Debian", "Fedora", "Alpine", "libnothing.so.1"] {
                #expect(error?.message.contains(word) == true)
            }
        }

        @Test
        func `a library without the functions is told as missing`() async throws {
            let error = await transportError { try CurlLibrary.probe(["libc.so.6"]) }
            #expect(error?.kind == .libraryMissing)
            #expect(error?.message.contains("curl_global_init") == true)
        }

        @Test
        func `a further name is tried where the first is not there`() throws {
            try CurlLibrary.probe(["libnothing.so.1"] + CurlLibrary.names)
        }
    }
#endif
