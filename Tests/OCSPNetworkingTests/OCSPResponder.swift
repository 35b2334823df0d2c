// SPDX-License-Identifier: MIT

#if OpenSSL
  import Foundation
  import StoreJWSTesting
  import Testing

  /// A responder of OpenSSL's own on a port of the loopback interface, for as long as the value lives.
  final class OCSPResponder {
    static let executable = ["/usr/bin/openssl", "/usr/local/bin/openssl", "/opt/homebrew/bin/openssl"]
      .first { FileManager.default.isExecutableFile(atPath: $0) }
    static let absence: Comment = "the openssl program is not installed"

    enum Status {
      case good
      case revoked(reason: String)
    }

    /// Who signs answers.
    struct Signer {
      var certificate: [UInt8]
      var key: TestKey
    }

    let url: String
    private let process = Process()
    private let folder: URL

    /// Starts a responder for certificates of one issuer; a serial number that is not listed is unknown to it.
    init(issuer: [UInt8], signer: Signer, serials: [([UInt8], Status)], arguments: [String] = []) throws {
      folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      var index = ""
      for (serial, status) in serials {
        let hex = serial.map { String(format: "%02X", $0) }.joined()
        switch status {
        case .good: index += "V\t400101000000Z\t\t\(hex)\tunknown\t/CN=x\n"
        case .revoked(let reason): index += "R\t400101000000Z\t260101000000Z,\(reason)\t\(hex)\tunknown\t/CN=x\n"
        }
      }
      let files = [
        "index.txt": index, "issuer.pem": Self.pem(issuer), "signer.pem": Self.pem(signer.certificate),
        "key.pem": signer.key.privateKeyPEM,
      ]
      for (name, text) in files { try Data(text.utf8).write(to: folder.appendingPathComponent(name)) }
      process.executableURL = URL(fileURLWithPath: try #require(Self.executable))
      process.arguments =
        [
          "ocsp", "-index", "index.txt", "-CA", "issuer.pem", "-rsigner", "signer.pem", "-rkey", "key.pem", "-port",
          "0", "-ignore_err",
        ] + (arguments.isEmpty ? ["-nmin", "30"] : arguments)
      process.currentDirectoryURL = folder
      let output = Pipe()
      process.standardOutput = output
      process.standardError = FileHandle.nullDevice
      try process.run()
      // The first line is `ACCEPT [::]:PORT PID=…`.
      var line: [UInt8] = []
      while let byte = try output.fileHandleForReading.read(upToCount: 1)?.first, byte != UInt8(ascii: "\n") {
        line.append(byte)
      }
      let address = String(decoding: line, as: UTF8.self).split(separator: " ").dropFirst().first
      let port = try #require(address?.split(separator: ":").last.flatMap { Int($0) })
      url = "http://127.0.0.1:\(port)/"
    }

    deinit {
      // A child started from a thread of a task inherits that thread's blocked signals, so SIGTERM may never reach it;
      // and waiting here would hold one of the few threads that tasks have.
      kill(process.processIdentifier, SIGKILL)
      try? FileManager.default.removeItem(at: folder)
    }

    private static func pem(_ der: [UInt8]) -> String {
      let text = Data(der).base64EncodedString(options: [.lineLength64Characters, .endLineWithLineFeed])
      return "-----BEGIN CERTIFICATE-----\n\(text)\n-----END CERTIFICATE-----\n"
    }
  }
#endif
