// swift-tools-version: 6.2
import CompilerPluginSupport
import PackageDescription

let package = Package(
    name: "swift-lm",
    platforms: [.macOS(.v15), .iOS(.v18), .visionOS(.v2)],
    products: [
        .library(name: "LMJSON", targets: ["LMJSON"]),
        .library(name: "LMProtocol", targets: ["LMProtocol"]),
        .library(name: "FoundationModels", targets: ["FoundationModels"]),
        .library(name: "LMTransport", targets: ["LMTransport"]),
        .library(name: "LMURLSession", targets: ["LMURLSession"]),
        .library(name: "LMProvider", targets: ["LMProvider"]),
        .library(name: "LMResponses", targets: ["LMResponses"]),
        .library(name: "LMChatCompletions", targets: ["LMChatCompletions"]),
        .library(name: "LMAnthropic", targets: ["LMAnthropic"]),
        .library(name: "LMGemini", targets: ["LMGemini"]),
        .library(name: "LMGrok", targets: ["LMGrok"]),
        .library(name: "LMReplay", targets: ["LMReplay"]),
        .library(name: "LMReplayTesting", targets: ["LMReplayTesting"]),
        .library(name: "LMBackendTesting", targets: ["LMBackendTesting"]),
        .executable(name: "lm-cli", targets: ["lm-cli"]),
    ],
    targets: [
        .target(name: "LMJSON"),
        .target(name: "CCurl", linkerSettings: [.linkedLibrary("dl", .when(platforms: [.linux]))]),
        .target(name: "LMTransport", dependencies: ["CCurl"]),
        .target(name: "LMURLSession", dependencies: ["LMTransport"]),
        .target(name: "LMMacroExpansion"),
        .macro(name: "LMMacros", dependencies: ["LMMacroExpansion"]),
        .target(name: "LMProtocol", dependencies: ["LMJSON", "LMMacros"]),
        // For Linux alone: empty elsewhere, where the system has a module of this name.
        .target(name: "FoundationModels", dependencies: ["LMProtocol"]),
        .target(name: "LMProvider", dependencies: ["LMProtocol", "LMTransport", "LMJSON"]),
        .target(name: "LMResponses", dependencies: ["LMProvider", "LMProtocol", "LMTransport", "LMJSON"]),
        .target(name: "LMChatCompletions", dependencies: ["LMProvider", "LMProtocol", "LMTransport", "LMJSON"]),
        .target(name: "LMAnthropic", dependencies: ["LMProvider", "LMProtocol", "LMTransport", "LMJSON"]),
        .target(name: "LMGemini", dependencies: ["LMProvider", "LMProtocol", "LMTransport", "LMJSON"]),
        .target(name: "LMGrok", dependencies: ["LMResponses", "LMProvider", "LMProtocol", "LMTransport", "LMJSON"]),
        .target(name: "LMReplay", dependencies: ["LMTransport", "LMJSON"]),
        .target(
            name: "LMReplayTesting",
            dependencies: [
                "LMReplay", "LMTransport",
                .target(name: "LMURLSession", condition: .when(platforms: [.macOS, .iOS, .visionOS])),
            ]),
        .target(name: "LMBackendTesting", dependencies: ["LMProtocol", "LMReplay", "LMTransport", "LMJSON"]),
        .executableTarget(
            name: "lm-cli",
            dependencies: [
                "LMAnthropic", "LMChatCompletions", "LMGemini", "LMGrok", "LMResponses", "LMProvider", "LMProtocol",
                "LMReplay",
                "LMTransport", "LMJSON",
            ]
        ),
        .target(
            name: "LMTestSupport", dependencies: ["LMProtocol", "LMTransport", "LMJSON"], path: "Tests/LMTestSupport"),
        .testTarget(name: "LMJSONTests", dependencies: ["LMJSON", "LMTestSupport"]),
        .testTarget(
            name: "LMTransportTests",
            dependencies: ["LMTransport", "LMURLSession", "LMReplay", "LMTestSupport", "LMJSON"]),
        .testTarget(name: "LMMacrosTests", dependencies: ["LMMacroExpansion", "LMProtocol", "LMJSON"]),
        .testTarget(name: "FoundationModelsTests", dependencies: ["FoundationModels"]),
        .testTarget(name: "LMProtocolTests", dependencies: ["LMProtocol", "LMReplay", "LMTestSupport"]),
        .testTarget(
            name: "LMProviderTests",
            dependencies: ["LMProvider", "LMReplay", "LMProtocol", "LMTransport", "LMJSON", "LMTestSupport"]),
        .testTarget(
            name: "LMResponsesTests",
            dependencies: ["LMResponses", "LMProvider", "LMReplay", "LMTransport", "LMJSON", "LMTestSupport"]),
        .testTarget(
            name: "LMChatCompletionsTests",
            dependencies: [
                "LMChatCompletions", "LMProvider", "LMReplay", "LMProtocol", "LMTransport", "LMJSON", "LMTestSupport",
            ]),
        .testTarget(
            name: "LMAnthropicTests",
            dependencies: [
                "LMAnthropic", "LMBackendTesting", "LMProvider", "LMReplay", "LMProtocol", "LMTransport", "LMJSON",
                "LMTestSupport",
            ]),
        .testTarget(
            name: "LMGeminiTests",
            dependencies: [
                "LMGemini", "LMBackendTesting", "LMProvider", "LMReplay", "LMProtocol", "LMTransport", "LMJSON",
                "LMTestSupport",
            ]),
        .testTarget(
            name: "LMGrokTests",
            dependencies: [
                "LMGrok", "LMResponses", "LMProvider", "LMReplay", "LMProtocol", "LMTransport", "LMJSON",
                "LMTestSupport",
            ]),
        .testTarget(
            name: "LMReplayTests",
            dependencies: ["LMReplay", "LMReplayTesting", "LMTransport", "LMJSON", "LMTestSupport"]),
        .testTarget(
            name: "LMBackendTestingTests",
            dependencies: [
                "LMBackendTesting", "LMGrok", "LMResponses", "LMChatCompletions", "LMReplay", "LMProtocol",
                "LMTransport", "LMJSON", "LMTestSupport",
            ]),
        .testTarget(
            name: "LMCLITests", dependencies: ["lm-cli", "LMReplay", "LMJSON", "LMTestSupport"]),
    ],
    swiftLanguageModes: [.v6]
)
