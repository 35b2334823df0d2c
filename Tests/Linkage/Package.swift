// swift-tools-version: 6.2
import PackageDescription

/// One program for each library: whatever the library links, the program links.
func user(of product: String, _ others: String...) -> Target {
  .executableTarget(
    name: "Uses\(product)",
    dependencies: ([product] + others).map { .product(name: $0, package: "StoreJWS") },
    swiftSettings: [.swiftLanguageMode(.v6)]
  )
}

let package = Package(
  name: "Linkage",
  dependencies: [.package(name: "StoreJWS", path: "../..")],
  targets: [
    user(of: "StrictJSON"),
    user(of: "ASN1Reading"),
    user(of: "JOSE"),
    user(of: "StoreJWS"),
    user(of: "StoreReceipts"),
    user(of: "OpenSSLSignatures", "StoreJWS"),
  ]
)
