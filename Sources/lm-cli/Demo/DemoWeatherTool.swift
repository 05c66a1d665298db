import LMProtocol

/// The tool of the tour. The same answer every time, so that a recording fits.
struct DemoWeatherTool: Tool {
    @Generable
    struct Arguments {
        @Guide(description: "The name of a city.")
        var city: String
    }

    let name = "weather"
    let description = "The weather of a city."

    @concurrent func call(arguments: Arguments) async throws -> String {
        arguments.city == "Paris" ? "12 °C, rain until the evening" : "23 °C, clear"
    }
}
