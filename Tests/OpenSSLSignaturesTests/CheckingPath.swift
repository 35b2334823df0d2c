// SPDX-License-Identifier: MIT

#if OpenSSL
  import JOSE
  import OpenSSLSignatures
  import Testing

  /// Every way from bytes to a verdict. A suite that runs over `CheckingPath.allCases` is the conformance suite of
  /// the seam: an implementation is added here and nowhere else.
  enum CheckingPath: CaseIterable, CustomTestStringConvertible {
    case plain
    case prepared
    case batchOff
    case batchSharedInversion
    case batchTables
    case wrapped

    var testDescription: String { "\(self)" }

    private static let off = ES256Checker(batching: .off)
    private static let shared = ES256Checker(batching: .withoutTables)
    private static let tables = ES256Checker(batching: .tableAfter(verified: 0))

    var checker: any PreparingSignatureChecker {
      switch self {
      case .plain, .prepared, .batchOff: Self.off
      case .batchSharedInversion: Self.shared
      case .batchTables: Self.tables
      case .wrapped: RecordingChecker(Self.off)
      }
    }

    struct Case {
      var key: [UInt8]
      var message: [UInt8]
      var signature: [UInt8]
    }

    /// One verdict a case, in order; a batch path checks all of them in one batch.
    func verdicts(_ cases: [Case], algorithm: SignatureAlgorithm = .es256) -> [SignatureVerdict] {
      let checker = checker
      var verdicts: [SignatureVerdict] = []
      var late: [Int] = []
      let batch = checker.makeBatch()
      for (index, item) in cases.enumerated() {
        let split = item.message.count / 2
        let prefix = item.message.span.extracting(first: split)
        let suffix = item.message.span.extracting(droppingFirst: split)
        let prepared =
          self == .plain || self == .wrapped
          ? nil : checker.prepare(algorithm: algorithm, publicKey: item.key, prefix: prefix)
        if let prepared, self == .prepared {
          verdicts.append(prepared.check(suffix: suffix, signature: item.signature.span))
        } else if let prepared {
          batch.add(prepared, suffix: suffix, signature: item.signature.span)
          late.append(index)
          verdicts.append(.failed("not finished"))
        } else {
          verdicts.append(
            checker.check(
              algorithm: algorithm, publicKey: item.key, signingInput: item.message.span,
              signature: item.signature.span))
        }
      }
      var finished: [SignatureVerdict] = []
      batch.finish(&finished)
      for (position, index) in late.enumerated() { verdicts[index] = finished[position] }
      return verdicts
    }

    func verdict(_ item: Case) -> SignatureVerdict { verdicts([item])[0] }
  }

  /// A double that passes everything on and writes down what it was asked.
  struct RecordingChecker: PreparingSignatureChecker {
    let base: any PreparingSignatureChecker

    init(_ base: any PreparingSignatureChecker) { self.base = base }

    func check(
      algorithm: SignatureAlgorithm, publicKey: [UInt8], signingInput: Span<UInt8>, signature: Span<UInt8>
    ) -> SignatureVerdict {
      base.check(algorithm: algorithm, publicKey: publicKey, signingInput: signingInput, signature: signature)
    }

    func prepare(
      algorithm: SignatureAlgorithm, publicKey: [UInt8], prefix: Span<UInt8>
    ) -> (any PreparedSignatureChecker)? {
      base.prepare(algorithm: algorithm, publicKey: publicKey, prefix: prefix)
    }

    func makeBatch() -> any SignatureBatch { base.makeBatch() }
  }
#endif
