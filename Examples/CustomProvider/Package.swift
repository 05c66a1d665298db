// swift-tools-version: 6.2
import PackageDescription

func product(_ name: String) -> Target.Dependency { .product(name: name, package: "swift-lm") }

let package = Package(
    name: "CustomProvider",
    platforms: [.macOS(.v15), .iOS(.v18), .visionOS(.v2)],
    products: [.library(name: "CustomProvider", targets: ["CustomProvider"])],
    dependencies: [.package(name: "swift-lm", path: "../..")],
    targets: [
        .target(
            name: "CustomProvider",
            dependencies: [product("LMProvider"), product("LMProtocol"), product("LMTransport"), product("LMJSON")]),
        .testTarget(
            name: "CustomProviderTests",
            dependencies: [
                "CustomProvider", product("LMBackendTesting"), product("LMReplay"), product("LMReplayTesting"),
            ]),
    ],
    swiftLanguageModes: [.v6]
)
