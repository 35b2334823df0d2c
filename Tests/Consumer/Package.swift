// swift-tools-version: 6.2
import PackageDescription

// A program of somebody else's: it sees the products as a user does, and nothing else.
let package = Package(
  name: "Consumer",
  dependencies: [.package(name: "StoreJWS", path: "../..")],
  targets: [
    .executableTarget(
      name: "Consumer",
      dependencies: [
        "StrictJSON", "ASN1Reading", "JOSE", "StoreJWS", "StoreReceipts", "StoreEntitlements", "ObservableEntitlements",
        "OpenSSLSignatures", "OCSPNetworking", "StoreJWSTesting", "StoreEntitlementsTesting",
      ].map { .product(name: $0, package: "StoreJWS") },
      swiftSettings: [.swiftLanguageMode(.v6)])
  ]
)
