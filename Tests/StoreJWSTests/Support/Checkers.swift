// SPDX-License-Identifier: MIT
import JOSE
import Synchronization

/// A double that passes the question on, counts it and, if told to, takes its time.
final class CountingChainChecker: CertificateChainChecker {
  private let base: any CertificateChainChecker
  private let delay: Duration?
  private let count = Mutex(0)

  init(_ base: any CertificateChainChecker, delay: Duration? = nil) {
    self.base = base
    self.delay = delay
  }

  var calls: Int { count.withLock { $0 } }

  func check(certificates: [[UInt8]]) -> CertificateChainVerdict {
    count.withLock { $0 += 1 }
    if let delay {
      let end = ContinuousClock.now + delay
      while ContinuousClock.now < end {}
    }
    return base.check(certificates: certificates)
  }
}

/// Answers what it is told to answer.
struct FixedSignatureChecker: SignatureChecker {
  let verdict: SignatureVerdict

  func check(
    algorithm: SignatureAlgorithm, publicKey: [UInt8], signingInput: Span<UInt8>, signature: Span<UInt8>
  ) -> SignatureVerdict { verdict }
}

extension CheckOutcome {
  /// `passed`, or the code with what became of the check.
  var code: String {
    switch self {
    case .passed: "passed"
    case .failed(let finding): "failed \(finding.code)"
    case .notRun(let finding): "notRun \(finding.code)"
    }
  }
}
