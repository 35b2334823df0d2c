// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that the library's own package stays without these programs. libFuzzer brings the `main` of
// each; see README.md for the commands.
let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .strictMemorySafety(),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
]

/// One program, named after the entry point that it calls.
func fuzzer(_ name: String, _ products: String...) -> Target {
  .executableTarget(
    name: name,
    dependencies: ["FuzzHarness"] + products.map { .product(name: $0, package: "StoreJWS") },
    swiftSettings: settings
  )
}

let package = Package(
  name: "Fuzz",
  dependencies: [.package(name: "StoreJWS", path: "../..")],
  targets: [
    .target(name: "FuzzHarness", swiftSettings: settings),
    fuzzer("FuzzBase64", "JOSE"),
    fuzzer("FuzzCompactJWS", "JOSE"),
    fuzzer("FuzzHeader", "JOSE", "StrictJSON"),
    fuzzer("FuzzJSON", "StrictJSON"),
    fuzzer("FuzzJSONPath", "StrictJSON"),
    fuzzer("FuzzPayload", "StoreJWS", "StrictJSON"),
    fuzzer("FuzzDER", "ASN1Reading"),
    fuzzer("FuzzCertificate", "ASN1Reading"),
    fuzzer("FuzzAppReceipt", "StoreReceipts"),
    fuzzer("FuzzTransactionReceipt", "StoreReceipts"),
    fuzzer("FuzzServerAnswer", "StoreReceipts", "StrictJSON"),
    fuzzer("FuzzVerifier", "StoreJWS", "JOSE", "OpenSSLSignatures", "StoreJWSTesting"),
    fuzzer("FuzzES256", "JOSE", "OpenSSLSignatures", "StoreJWSTesting"),
  ]
)
