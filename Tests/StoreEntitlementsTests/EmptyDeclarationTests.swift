// SPDX-License-Identifier: MIT

import Expectations
import Foundation
import Testing

/// What must not compile is shown to the compiler, beside a neighbour that must.
@Suite struct EmptyDeclarationTests {
  private static let modules = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
    .appendingPathComponent("Modules")
  private static let isPossible = FileManager.default.fileExists(
    atPath: modules.appendingPathComponent("StoreEntitlements.swiftmodule").path)

  private func compiles(_ declaration: String) throws -> Bool {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("entitlements-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("main.swift")
    try "import StoreEntitlements\nlet catalog = try EntitlementCatalog<String> \(declaration)\n"
      .write(to: file, atomically: true, encoding: .utf8)
    let compiler = Process()
    compiler.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    compiler.arguments = ["swiftc", "-swift-version", "6", "-typecheck", "-I", Self.modules.path, file.path]
    compiler.standardOutput = FileHandle.nullDevice
    compiler.standardError = FileHandle.nullDevice
    try compiler.run()
    compiler.waitUntilExit()
    return compiler.terminationStatus == 0
  }

  @Test(
    .enabled(if: EmptyDeclarationTests.isPossible, "the modules of this build are not where they are looked for"),
    arguments: [
      (#"{ Consumable("a") }"#, true), ("{ }", false),
      (#"{ SubscriptionGroup("1") { AutoRenewable("a", grants: "p") } }"#, true),
      (#"{ SubscriptionGroup("1") { } }"#, false), (#"{ NonConsumable("a") }"#, false),
    ])
  func emptyDeclarationsDoNotCompile(declaration: String, expected: Bool) throws {
    try expectEqual(compiles(declaration), expected)
  }
}
