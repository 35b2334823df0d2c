// SPDX-License-Identifier: MIT
package import JOSE

extension CertificateChainVerdict {
  /// Whether every certificate of the path is valid at a moment in seconds since 1970, inclusive at both ends; of the anchors
  /// one must be (RFC 5280 §4.1.2.5).
  package func validity(at seconds: Int64) -> CheckOutcome {
    for (name, facts) in [("leaf", leaf), ("intermediate", intermediate)] {
      if let finding = facts?.validityFinding(name, at: seconds) { return .failed(finding) }
    }
    guard chainTrust == .passed else {
      return leaf == nil
        ? .notRun(CheckFinding(code: "noCertificate", message: "there is no certificate to compare with"))
        : .notRun(
          CheckFinding(
            code: "chainNotTrusted",
            message: "its certificates are valid at that moment, but lead to no trusted root"))
    }
    var last: CheckFinding?
    for anchor in anchors {
      guard let finding = anchor.validityFinding("root", at: seconds) else { return .passed }
      last = finding
    }
    return last.map { .failed($0) } ?? .passed
  }
}

extension CertificateFacts {
  fileprivate func validityFinding(_ name: String, at seconds: Int64) -> CheckFinding? {
    if seconds < notBeforeSeconds {
      return CheckFinding(
        code: name + "NotYetValid",
        message: "the \(name) certificate is valid from \(Timestamp.text(seconds: notBeforeSeconds)) on, "
          + "and the moment to judge is \(Timestamp.text(seconds: seconds))")
    }
    if seconds > notAfterSeconds {
      return CheckFinding(
        code: name + "Expired",
        message: "the \(name) certificate was valid until \(Timestamp.text(seconds: notAfterSeconds)), "
          + "and the moment to judge is \(Timestamp.text(seconds: seconds))")
    }
    return nil
  }
}
