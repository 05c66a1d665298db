// swift-tools-version: 6.2
import PackageDescription

// An app that was written against the system's Foundation Models. On Apple systems it still is; on Linux the module of
// that name is this package's, and no import differs.
let package = Package(
    name: "MovedApp",
    platforms: [.macOS("27.0"), .iOS("27.0"), .visionOS("27.0")],
    dependencies: [.package(name: "swift-lm", path: "../..")],
    targets: [
        .target(
            name: "MovedApp",
            dependencies: [
                .product(name: "FoundationModels", package: "swift-lm", condition: .when(platforms: [.linux]))
            ]),
        .testTarget(
            name: "MovedAppTests",
            dependencies: [
                "MovedApp",
                .product(name: "FoundationModels", package: "swift-lm", condition: .when(platforms: [.linux])),
            ]),
    ],
    swiftLanguageModes: [.v6]
)
