// SPDX-License-Identifier: MIT
internal import JOSE

/// Whether signed strings that stand together belong together: check `consistency`.
///
/// A genuine string can be put beside strangers. What is compared is what both sides state; a side that states nothing
/// is no contradiction. A finding falls on the string that does not belong, and refuses it.
enum Consistency {
  /// Two sides of one comparison.
  struct Comparison {
    let code: String
    let name: String
    let outer: String?
    let inner: String?

    init(_ code: String, _ name: String, _ outer: String?, _ inner: String?) {
      self.code = code
      self.name = name
      self.outer = outer
      self.inner = inner
    }

    var finding: CheckFinding? {
      guard let outer, let inner, outer != inner else { return nil }
      return CheckFinding(code: code, message: "expected the \(name) \(outer) of what stands around it, found \(inner)")
    }
  }

  /// The first contradiction, else passed, else not run if there was nothing to compare.
  static func outcome(_ comparisons: [Comparison]) -> CheckOutcome {
    for comparison in comparisons {
      if let finding = comparison.finding { return .failed(finding) }
    }
    return comparisons.contains { $0.outer != nil && $0.inner != nil } ? .passed : .notRun(nothingToCompare)
  }

  private static let nothingToCompare = CheckFinding(
    code: "nothingToCompare", message: "neither side names what the other could agree with")
  private static let unpaired = CheckFinding(
    code: "noVerifiedTransaction",
    message: "a renewal info names no app, and there is no verified transaction beside it to pair it with")

  // MARK: - Notifications

  /// Judges a notification by its own parts, and the strings in it by the notification and by each other.
  static func judge(_ notification: ServerNotification, _ string: inout ExaminedString) {
    let shapes = notification.shapes.compactMap { shape in
      notification.identity(in: shape).map { (shape: shape, identity: $0) }
    }
    if let first = shapes.first, shapes.count > 1 {
      let comparisons = shapes.dropFirst().flatMap { identityComparisons(first.identity, $0.identity) }
      string.examination.report.judged(.consistency, outcome(comparisons))
    }
    for index in string.nested.indices {
      guard let payload = string.nested[index].examination.unverifiedPayload else { continue }
      string.nested[index].examination.report.judged(.consistency, outcome(of: payload, in: notification))
    }
    // Only now is it known whether there is a transaction to pair a renewal info with.
    pair(&string.nested, in: string.nested.indices)
  }

  private static func identityComparisons(
    _ outer: ServerNotification.Identity, _ inner: ServerNotification.Identity
  ) -> [Comparison] {
    [
      Comparison("bundleIDInconsistent", "bundle id", outer.bundleID, inner.bundleID),
      Comparison(
        "environmentInconsistent", "environment", outer.environment?.rawValue, inner.environment?.rawValue),
      Comparison(
        "appAppleIDInconsistent", "app Apple id", outer.appAppleID?.description, inner.appAppleID?.description),
    ]
  }

  private static func outcome(
    of payload: AnyPayload, in notification: ServerNotification
  ) -> CheckOutcome {
    let environment = notification.environment?.rawValue
    switch payload {
    case .transaction(let inner):
      return outcome([
        Comparison("bundleIDInconsistent", "bundle id", notification.bundleID, inner.bundleID),
        Comparison("environmentInconsistent", "environment", environment, inner.environment?.rawValue),
      ])
    case .appTransaction(let inner):
      return outcome([
        Comparison("bundleIDInconsistent", "bundle id", notification.bundleID, inner.bundleID),
        Comparison("environmentInconsistent", "environment", environment, inner.receiptType?.rawValue),
        Comparison(
          "appAppleIDInconsistent", "app Apple id", notification.appAppleID?.description,
          inner.appAppleID?.description),
      ])
    case .renewalInfo(let inner):
      return outcome([
        Comparison("environmentInconsistent", "environment", environment, inner.environment?.rawValue)
      ])
    default:
      return .notRun(nothingToCompare)
    }
  }

  // MARK: - Renewal infos

  /// Whether a renewal info belongs to the verified transaction beside it.
  static func pairing(_ renewalInfo: RenewalInfo, with transaction: SignedTransaction?) -> CheckOutcome {
    guard let transaction else { return .notRun(unpaired) }
    guard let outer = transaction.originalTransactionID else { return .notRun(nothingToCompare) }
    guard let inner = renewalInfo.originalTransactionID else {
      return .failed(
        CheckFinding(
          code: "originalTransactionIDMissing",
          message: "expected the original transaction id \(outer) of the transaction beside it, found none"))
    }
    return outcome([
      Comparison("originalTransactionIDInconsistent", "original transaction id", outer, inner),
      Comparison(
        "environmentInconsistent", "environment", transaction.environment?.rawValue,
        renewalInfo.environment?.rawValue),
    ])
  }

  /// Pairs the renewal info among strings that belong to one subscription with the transaction among them.
  static func pair(_ strings: inout [ExaminedString], in range: Range<Int>) {
    let transaction = strings[range].lazy.compactMap(\.transaction).first?.payload
    for index in range {
      guard case .renewalInfo(let inner)? = strings[index].examination.unverifiedPayload else { continue }
      // An unpaired renewal info is not known to belong here, whatever else agrees.
      let pairing = pairing(inner, with: transaction)
      if case .notRun = pairing, case .passed = strings[index].examination.report[.consistency] {
        strings[index].examination.report[.consistency] = pairing
      } else {
        strings[index].examination.report.judged(.consistency, pairing)
      }
    }
  }
}

extension VerificationReport {
  /// Notes what became of a check that may have been judged before from another side: a failure stays, and so does a
  /// pass that is followed by nothing to say.
  mutating func judged(_ check: VerificationCheck, _ outcome: CheckOutcome) {
    switch (self[check], outcome) {
    case (.failed, _), (.passed, .notRun): break
    default: self[check] = outcome
    }
  }
}
