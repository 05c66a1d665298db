import LMProtocol

extension ImageFormat {
    /// What people call the format.
    var name: String {
        switch self {
        case .jpeg: "JPEG"
        case .png: "PNG"
        }
    }
}
