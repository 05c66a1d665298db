// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "swift-lm-benchmarks",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "swift-lm", path: "..")],
    targets: [
        .executableTarget(
            name: "lm-benchmarks",
            dependencies: [
                .product(name: "LMJSON", package: "swift-lm"),
                .product(name: "LMTransport", package: "swift-lm"),
                .product(name: "LMProtocol", package: "swift-lm"),
                .product(name: "LMResponses", package: "swift-lm"),
                .product(name: "LMChatCompletions", package: "swift-lm"),
                .product(name: "LMReplay", package: "swift-lm"),
            ])
    ],
    swiftLanguageModes: [.v6]
)
