#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

// The calls of the C library whose names are also those of methods, under names that do not collide with them.

func systemOpen(_ path: String, _ flags: Int32, _ mode: mode_t = 0) -> Int32 { open(path, flags, mode) }
func systemClose(_ descriptor: Int32) { _ = close(descriptor) }
func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    read(descriptor, buffer, count)
}
func systemWrite(_ descriptor: Int32, _ buffer: UnsafeRawPointer?, _ count: Int) -> Int {
    write(descriptor, buffer, count)
}
func systemExit(_ status: Int32) -> Never { exit(status) }
func systemKill(_ process: pid_t, _ signal: Int32) { _ = kill(process, signal) }
