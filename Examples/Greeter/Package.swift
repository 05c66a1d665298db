// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Greeter",
    platforms: [.macOS(.v15), .iOS(.v18), .visionOS(.v2)],
    dependencies: [.package(name: "swift-lm", path: "../..")],
    targets: [
        .target(
            name: "Greeter",
            dependencies: [
                .product(name: "LMGrok", package: "swift-lm"), .product(name: "LMProtocol", package: "swift-lm"),
            ]),
        .testTarget(
            name: "GreeterTests",
            dependencies: [
                "Greeter", .product(name: "LMGrok", package: "swift-lm"),
                .product(name: "LMReplay", package: "swift-lm"),
                .product(name: "LMReplayTesting", package: "swift-lm"),
            ]),
    ],
    swiftLanguageModes: [.v6]
)
