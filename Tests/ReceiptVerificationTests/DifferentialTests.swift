// SPDX-License-Identifier: MIT

#if OpenSSL
  import Expectations
  import ASN1Reading
  import Foundation
  import OpenSSLSignatures
  import StoreJWS
  import StoreJWSTesting
  import StoreReceipts
  import Testing

  /// The `openssl` program as a second opinion on structure and signature.
  struct SecondOpinion {
    private static let executable = ["/usr/bin/openssl", "/usr/local/bin/openssl", "/opt/homebrew/bin/openssl"]
      .first { FileManager.default.isExecutableFile(atPath: $0) }

    static var isAvailable: Bool { executable != nil }

    /// Runs the program in a directory of its own that holds the files; gives the status and what it wrote to `out`.
    ///
    /// - Parameter readsStandardOutput: the output is what the program prints instead.
    static func run(
      _ arguments: [String], _ files: [String: [UInt8]], readsStandardOutput: Bool = false
    ) throws -> (isGood: Bool, output: [UInt8]) {
      let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      for (name, octets) in files { try Data(octets).write(to: folder.appendingPathComponent(name)) }
      let process = Process()
      process.executableURL = URL(fileURLWithPath: try #require(executable))
      process.arguments = arguments
      process.currentDirectoryURL = folder
      let pipe = Pipe()
      process.standardOutput = readsStandardOutput ? pipe : FileHandle.nullDevice
      process.standardError = FileHandle.nullDevice
      try process.run()
      let printed = readsStandardOutput ? pipe.fileHandleForReading.readDataToEndOfFile() : Data()
      process.waitUntilExit()
      if readsStandardOutput { return (process.terminationStatus == 0, [UInt8](printed)) }
      let output = (try? Data(contentsOf: folder.appendingPathComponent("out"))) ?? Data()
      return (process.terminationStatus == 0, [UInt8](output))
    }
  }

  @Suite("Beside openssl", .enabled(if: SecondOpinion.isAvailable, "no openssl program on this machine"))
  struct DifferentialTests {
    private func verify(_ document: [UInt8], _ root: [UInt8]) throws -> (isGood: Bool, output: [UInt8]) {
      try SecondOpinion.run(
        [
          "cms", "-verify", "-inform", "DER", "-in", "receipt", "-CAfile", "root.pem", "-no_check_time", "-purpose",
          "any",
          "-binary", "-out", "out",
        ], ["receipt": document, "root.pem": Array(PEMText.encode(root, label: "CERTIFICATE").utf8)])
    }

    @Test("Minted receipts of every form: both accept, with the same content")
    func minted() throws {
      let authority = try #require(Chains.app)
      let verifier = try ReceiptVerifier.appStore(
        policy: ReceiptPolicy(sha1: .always), anchors: try TrustAnchors(file: authority.root))
      let forms: [(inout ReceiptParts) -> Void] = [
        { _ in }, { $0.lengthForm = .indefinite }, { $0.segmentContent(every: 50) },
        { $0.segmentContent(every: 9, nesting: 2) }, { $0.lengthForm = .padded(2) }, { $0.certificates.reverse() },
        { $0.certificates.removeLast() },
      ]
      var compared = 0
      for digest in [DigestAlgorithm.sha1, .sha256] {
        for form in forms {
          var parts = try authority.sign(.app(renewals: 2), digest: digest)
          form(&parts)
          let document = parts.encoded
          let second = try verify(document, authority.root)
          let first = try verifier.appReceipt(document)
          #expect(second.isGood)
          expectEqual(second.output, first.payload.signed.content)
          let structure = try SecondOpinion.run(
            ["asn1parse", "-inform", "DER", "-in", "receipt", "-noout"], ["receipt": document])
          #expect(structure.isGood)
          compared += 1
        }
      }
      expectEqual(compared, 14)
    }

    @Test("Mutated receipts: what this package accepts, openssl accepts too, with the same content")
    func mutated() throws {
      let authority = try #require(Chains.app)
      let verifier = try ReceiptVerifier.appStore(
        policy: ReceiptPolicy(), anchors: try TrustAnchors(file: authority.root))
      // Without the root, which this package does not even parse and openssl does.
      var parts = try authority.sign(.app())
      parts.certificates.removeLast()
      let document = parts.encoded
      var seed: UInt64 = 0x5EED
      var onlyOpenSSL = 0
      for _ in 0..<60 {
        var bytes = document
        seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        let index = Int(seed >> 33) % bytes.count
        bytes[index] ^= 1 << UInt8(seed >> 29 & 7)
        let first = verifier.examineAppReceipt(bytes)
        let second = try verify(bytes, authority.root)
        if let verified = first.verified {
          #expect(second.isGood, "octet \(index)")
          expectEqual(second.output, verified.payload.signed.content, "octet \(index)")
        } else if second.isGood {
          onlyOpenSSL += 1
        }
      }
      // Known differences, all refusals of this package: marks of purpose, certificates that are not DER, versions,
      // names of algorithms and parameters that openssl does not look at.
      #expect(onlyOpenSSL < 15)
    }

    @Test("Known differences: what openssl accepts and this package refuses")
    func differences() throws {
      let authority = try #require(Chains.app)
      let verifier = try ReceiptVerifier.appStore(
        policy: ReceiptPolicy(), anchors: try TrustAnchors(file: authority.root))
      let table: [(String, (inout ReceiptParts) -> Void, String)] = [
        ("two signers", { $0.signers += $0.signers }, "signerCount"),
        ("two digest algorithms", { $0.digestAlgorithms += $0.digestAlgorithms }, "digestAlgorithmCount"),
      ]
      for (name, change, code) in table {
        var parts = try authority.sign(.app())
        change(&parts)
        #expect(try verify(parts.encoded, authority.root).isGood, "\(name)")
        expectEqual(verifier.examineAppReceipt(parts.encoded).error?.code.rawValue, code, "\(name)")
      }
      let unmarked = try Chains.app { plan in
        plan.leaf.removeExtension(StoreJWSTesting.CertificateExtension.Identifier.receiptSigning)
      }
      let document = try unmarked.sign(.app()).encoded
      #expect(try verify(document, unmarked.root).isGood)
      expectEqual(outcome(verifier.examineAppReceipt(document)), ["certificatePurpose leafPurpose"])
    }

    /// One line of asn1parse: offset, depth, length of the header, length of the content (nil where it is indefinite),
    /// constructed or not.
    private struct Line: Hashable {
      var offset: Int
      var depth: Int
      var header: Int
      var length: Int?
      var isConstructed: Bool

      init(_ element: ASN1Element, depth: Int) {
        offset = element.start
        self.depth = depth
        header = element.content.lowerBound - element.start
        length = element.isIndefinite ? nil : element.content.count
        isConstructed = element.isConstructed
      }

      /// `   4:d=1  hl=2 l=   9 prim: OBJECT …`; nil for end-of-contents.
      init?(_ text: Substring) {
        let numbers = text.prefix { $0 != "p" && $0 != "c" }
        guard !text.contains("EOC"), let colon = numbers.firstIndex(of: ":") else { return nil }
        func value(_ name: String) -> Substring? {
          numbers.range(of: name).map { numbers[$0.upperBound...].drop { $0 == " " }.prefix { $0 != " " } }
        }
        guard let offset = Int(numbers[..<colon].filter { $0 != " " }), let depth = value("d=").flatMap({ Int($0) }),
          let header = value("hl=").flatMap({ Int($0) }), let length = value(" l=")
        else { return nil }
        self.offset = offset
        self.depth = depth
        self.header = header
        self.length = length == "inf" ? nil : Int(length)
        isConstructed = text.contains(" cons: ")
      }
    }

    private func walk(_ octets: [UInt8]) throws -> [Line] {
      var reader = try ASN1Reader(octets.span, liberties: .ber, limits: .receipt)
      var lines: [Line] = []
      var scopes: [ASN1Scope] = []
      repeat {
        let element = try reader.next()
        lines.append(Line(element, depth: scopes.count))
        if element.isConstructed { scopes.append(try reader.enter(element)) }
        while reader.isAtEnd, let scope = scopes.popLast() { try reader.leave(scope) }
      } while !reader.isAtEnd
      return lines
    }

    @Test("Every element lies where asn1parse says, in DER and in BER")
    func structure() throws {
      let authority = try #require(Chains.app)
      var parts = try authority.sign(.app(renewals: 1))
      var documents = [
        authority.leaf, authority.intermediate, authority.root, parts.encoded, ReceiptPayload.app(renewals: 3).encoded,
      ]
      parts.lengthForm = .padded(2)
      documents.append(parts.encoded)
      parts.lengthForm = .indefinite
      parts.segmentContent(every: 80, nesting: 2)
      documents.append(parts.encoded)
      var elements = 0
      for document in documents {
        let second = try SecondOpinion.run(
          ["asn1parse", "-inform", "DER", "-in", "document"], ["document": document], readsStandardOutput: true)
        #expect(second.isGood)
        let lines = String(decoding: second.output, as: UTF8.self).split(separator: "\n").compactMap { Line($0) }
        let own = try walk(document)
        expectEqual(own, lines)
        elements += own.count
      }
      #expect(elements > 800)
    }
  }
#endif
