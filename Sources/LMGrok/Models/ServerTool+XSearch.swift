import LMJSON
import LMResponses

extension ServerTool {
    /// Whose posts a search of X may use.
    public enum Handles: Sendable, Hashable {
        /// These only. xAI takes twenty at most.
        case allowed([String])
        /// All but these. xAI takes twenty at most.
        case excluded([String])
    }

    /// Searches posts on X.
    ///
    /// - Parameters:
    ///   - from: The first day, as `YYYY-MM-DD`.
    ///   - to: The last day, as `YYYY-MM-DD`.
    ///   - handles: Whose posts to use, or not to use, without the `@`.
    ///   - understandsImages: Whether the model also looks at the posts' images; `nil` leaves it to xAI.
    ///   - understandsVideos: Whether the model also looks at the posts' videos; `nil` leaves it to xAI.
    public static func xSearch(
        from: String? = nil, to: String? = nil, handles: Handles? = nil, understandsImages: Bool? = nil,
        understandsVideos: Bool? = nil
    ) -> ServerTool {
        var allowed = JSONValue.null
        var excluded = JSONValue.null
        switch handles {
        case .allowed(let names): allowed = .array(names.map(JSONValue.string))
        case .excluded(let names): excluded = .array(names.map(JSONValue.string))
        case nil: break
        }
        return ServerTool(
            type: "x_search",
            [
                "from_date": from.map(JSONValue.string) ?? .null, "to_date": to.map(JSONValue.string) ?? .null,
                "allowed_x_handles": allowed, "excluded_x_handles": excluded,
                "enable_image_understanding": understandsImages.map(JSONValue.bool) ?? .null,
                "enable_video_understanding": understandsVideos.map(JSONValue.bool) ?? .null,
            ])
    }
}
