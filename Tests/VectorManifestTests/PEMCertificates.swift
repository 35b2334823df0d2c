// SPDX-License-Identifier: MIT
import JOSE

/// The certificates of a PEM file of the vectors, which have nothing between the blocks.
enum PEMCertificates {
  static func octets(_ file: [UInt8]) throws -> [[UInt8]] {
    let lines = String(decoding: file, as: UTF8.self).split(separator: "\n")
    return try lines.split { $0.hasPrefix("-----") }.filter { !$0.isEmpty }.map { try Base64.decode($0.joined()) }
  }
}
