import LMProtocol

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The picture of the tour: a red dot, eight pixels square.
enum DemoPicture {
    private static let png =
        "iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAH0lEQVR42mP4jwMwQKg7cnJwhJBAFoXLUVkCp+VYAQAiBYKhiuHofgAAAABJRU5ErkJggg=="

    /// The picture as a prompt takes it.
    static var segment: Transcript.Segment {
        .attachment(
            .init(
                content: .image(.init(data: Data(base64Encoded: png) ?? Data(), mimeType: "image/png")), label: nil))
    }
}
