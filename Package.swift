// swift-tools-version: 6.2
import PackageDescription

// OpenSSL is the only thing outside the toolchain, and a trait decides whether it is there: with
// `--disable-default-traits` the core builds and tests on a machine without libcrypto's headers.
let openSSL: Set<String> = ["OpenSSL"]

// One list for every Swift target, so that no target is laxer than its neighbour.
let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .treatAllWarnings(as: .error),
  .strictMemorySafety(),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableExperimentalFeature("Lifetimes"),
]

// The debug information of tests is mostly the source of expanded macros, and writing it is an eighth of the time that a
// fresh clone takes to build them. Failed expectations have their lines without it; to step through a test, set
// STOREJWS_TEST_DEBUG_INFO.
let strictTests =
  Context.environment["STOREJWS_TEST_DEBUG_INFO"] == nil
  ? strict + [.unsafeFlags(["-Xfrontend", "-gnone"], .when(configuration: .debug))] : strict

let package = Package(
  name: "StoreJWS",
  products: [
    .library(name: "StrictJSON", targets: ["StrictJSON"]),
    .library(name: "ASN1Reading", targets: ["ASN1Reading"]),
    .library(name: "JOSE", targets: ["JOSE"]),
    .library(name: "StoreJWS", targets: ["StoreJWS"]),
    .library(name: "StoreReceipts", targets: ["StoreReceipts"]),
    .library(name: "StoreEntitlements", targets: ["StoreEntitlements"]),
    .library(name: "ObservableEntitlements", targets: ["ObservableEntitlements"]),
    .library(name: "OpenSSLSignatures", targets: ["OpenSSLSignatures"]),
    .library(name: "OCSPNetworking", targets: ["OCSPNetworking"]),
    .library(name: "StoreJWSTesting", targets: ["StoreJWSTesting"]),
    .library(name: "StoreEntitlementsTesting", targets: ["StoreEntitlementsTesting"]),
    .executable(name: "jwsdump", targets: ["jwsdump"]),
  ],
  traits: [
    .trait(name: "OpenSSL", description: "Signature and certificate checks through the system's libcrypto."),
    .default(enabledTraits: ["OpenSSL"]),
  ],
  targets: [
    // Floor 1: bytes.
    .target(name: "StrictJSON", swiftSettings: strict),
    .target(name: "ASN1Reading", swiftSettings: strict),
    // Floor 2: formats.
    .target(name: "JOSE", dependencies: ["StrictJSON"], swiftSettings: strict),
    // Floor 3: payloads and the verifier.
    .target(
      name: "StoreJWS", dependencies: ["JOSE", "StrictJSON"], swiftSettings: strict),
    // Floor 4: the older receipts.
    .target(
      name: "StoreReceipts", dependencies: ["ASN1Reading", "StrictJSON", "JOSE", "StoreJWS"], swiftSettings: strict),
    // Floor 5: what a customer may use.
    .target(
      name: "StoreEntitlements", dependencies: ["StoreJWS", "StrictJSON", "JOSE"], swiftSettings: strict),
    // Floor 6: one observable place that knows what is owned.
    .target(
      name: "ObservableEntitlements", dependencies: ["StoreEntitlements", "StoreJWS"], swiftSettings: strict),
    .testTarget(
      name: "ObservableEntitlementsTests",
      dependencies: [
        "Expectations",
        "ObservableEntitlements", "StoreEntitlements", "StoreJWS", "JOSE", "OpenSSLSignatures", "StoreJWSTesting",
      ],
      swiftSettings: strictTests),
    // Floor 5: libcrypto, behind two doors: the C module and one Swift target.
    .systemLibrary(name: "COpenSSL", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"]), .brew(["openssl@3"])]),
    .target(
      name: "OpenSSLSignatures",
      dependencies: [
        "JOSE", "ASN1Reading", "StoreJWS", "StoreReceipts",
        .target(name: "COpenSSL", condition: .when(traits: openSSL)),
      ],
      swiftSettings: strict
    ),
    .testTarget(
      name: "OpenSSLSignaturesTests",
      dependencies: [
        "Expectations",
        "OpenSSLSignatures", "JOSE", "StoreJWSTesting",
        .target(name: "COpenSSL", condition: .when(traits: openSSL)),
      ],
      exclude: ["Wycheproof"],
      swiftSettings: strictTests
    ),
    // Floor 6: revocation over the network, apart because FoundationNetworking cannot be linked statically.
    .target(name: "OCSPNetworking", dependencies: ["JOSE"], swiftSettings: strict),
    .testTarget(
      name: "OCSPNetworkingTests",
      dependencies: ["Expectations", "OCSPNetworking", "OpenSSLSignatures", "JOSE", "StoreJWSTesting"],
      swiftSettings: strictTests
    ),
    // Floor 6: tokens for tests.
    .target(
      name: "StoreJWSTesting",
      dependencies: ["JOSE", .target(name: "COpenSSL", condition: .when(traits: openSSL))],
      swiftSettings: strict
    ),
    // Floor 7: the pipeline of entitlements, driven by the simulated store.
    .target(
      name: "StoreEntitlementsTesting",
      dependencies: [
        "ObservableEntitlements", "StoreEntitlements", "StoreJWS", "OpenSSLSignatures", "StoreJWSTesting",
      ], swiftSettings: strict),
    .testTarget(
      name: "StoreEntitlementsTestingTests",
      dependencies: [
        "Expectations",
        "StoreEntitlementsTesting", "ObservableEntitlements", "StoreEntitlements", "StoreJWS", "JOSE",
        "StoreJWSTesting",
      ],
      swiftSettings: strictTests),
    // The files under TestVectors, and the program that writes them; not products.
    .target(name: "VectorMinting", dependencies: ["StoreJWSTesting", "JOSE"], swiftSettings: strict),
    .executableTarget(name: "MintVectors", dependencies: ["VectorMinting"], swiftSettings: strict),
    .testTarget(
      name: "StoreJWSTestingTests",
      dependencies: ["Expectations", "StoreJWSTesting", "VectorMinting", "JOSE", "StrictJSON"],
      swiftSettings: strictTests
    ),
    // Floor 7: tools.
    .target(
      name: "JWSDumpCommand",
      dependencies: [
        "StrictJSON", "ASN1Reading", "JOSE", "StoreJWS", "StoreReceipts", "StoreEntitlements", "OpenSSLSignatures",
      ],
      swiftSettings: strict
    ),
    .target(name: "CAllocatorSettings"),
    .executableTarget(
      name: "jwsdump", dependencies: ["JWSDumpCommand", "CAllocatorSettings"], swiftSettings: strict),
    .testTarget(
      name: "JWSDumpCommandTests",
      dependencies: ["Expectations", "JWSDumpCommand", "StoreJWSTesting", "JOSE", "StrictJSON"],
      exclude: ["Golden"],
      swiftSettings: strictTests
    ),
    .target(name: "CAllocationCounter", path: "Benchmarks/CAllocationCounter"),
    .executableTarget(
      name: "Benchmarks",
      dependencies: [
        "CAllocationCounter", "ASN1Reading", "JOSE", "StoreJWS", "StoreReceipts", "OpenSSLSignatures",
        "StoreJWSTesting",
        .target(name: "COpenSSL", condition: .when(traits: openSSL)),
      ],
      path: "Benchmarks/Runner",
      swiftSettings: strict
    ),
    // Tests.
    .target(name: "Expectations", path: "Tests/Expectations", swiftSettings: strict),
    .testTarget(
      name: "VectorManifestTests",
      dependencies: ["Expectations", "StoreJWS", "JOSE", "OpenSSLSignatures", "StoreReceipts"],
      swiftSettings: strictTests
    ),
    .testTarget(name: "JOSETests", dependencies: ["Expectations", "JOSE", "StrictJSON"], swiftSettings: strictTests),
    .testTarget(name: "StrictJSONTests", dependencies: ["Expectations", "StrictJSON"], swiftSettings: strictTests),
    .testTarget(
      name: "StoreJWSTests",
      dependencies: ["Expectations", "StoreJWS", "JOSE", "StrictJSON", "OpenSSLSignatures", "StoreJWSTesting"],
      swiftSettings: strictTests
    ),
    .testTarget(
      name: "StoreEntitlementsTests",
      dependencies: [
        "Expectations", "StoreEntitlements", "StoreJWS", "StrictJSON", "JOSE", "OpenSSLSignatures", "StoreJWSTesting",
      ],
      swiftSettings: strictTests),
    .testTarget(name: "ASN1ReadingTests", dependencies: ["Expectations", "ASN1Reading"], swiftSettings: strictTests),
    .testTarget(
      name: "StoreReceiptsTests",
      dependencies: [
        "Expectations", "StoreReceipts", "StoreJWSTesting", "ASN1Reading", "StrictJSON", "StoreJWS", "JOSE",
      ],
      swiftSettings: strictTests),
    .testTarget(
      name: "ReceiptVerificationTests",
      dependencies: [
        "Expectations", "StoreReceipts", "OpenSSLSignatures", "StoreJWSTesting", "StoreJWS", "JOSE", "ASN1Reading",
      ],
      swiftSettings: strictTests),
  ]
)
