/// Numbers of bytes as a person reads them.
enum ByteCount {
    /// A number of bytes with its unit: `512 bytes`, `212 KB`, `3.4 MB`.
    static func readable(_ count: Int) -> String {
        if count < 1000 { return "\(count) byte\(count == 1 ? "" : "s")" }
        let kilobytes = Double(count) / 1000
        if kilobytes < 999.5 { return "\(Int(kilobytes.rounded())) KB" }
        return "\((kilobytes / 100).rounded() / 10) MB"
    }
}
