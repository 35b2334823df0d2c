// SPDX-License-Identifier: MIT
public import JOSE

/// What became of every check. A check that nobody ran says so; it is never counted as passed.
///
/// Equality compares what became of each check, and of findings the codes.
public struct VerificationReport: Sendable {
  /// The sum of the checks.
  public enum State: String, Hashable, Sendable, CaseIterable {
    /// None failed, and all that are required were run and passed.
    case verified
    /// At least one failed.
    case failed
    /// None failed, but not all that are required were run.
    case notRun
  }

  // A report is made for every token, so the usual one allocates nothing: passed checks are bits, the reasons for not
  // running a check are one array that all reports of a verifier share.
  private var passedBits: UInt32 = 0
  private var failed: [Entry] = []
  private var reasons: [Entry] = []
  private let defaults: [CheckFinding]

  private struct Entry: Sendable {
    let check: VerificationCheck
    let finding: CheckFinding
  }

  /// Begins with no check run.
  ///
  /// - Parameter reason: why a check was not run, unless another reason is set.
  public init(nothingRunBecause reason: (VerificationCheck) -> CheckFinding) {
    defaults = VerificationCheck.allCases.map(reason)
  }

  /// What became of one check.
  public subscript(check: VerificationCheck) -> CheckOutcome {
    get {
      if let entry = failed.first(where: { $0.check == check }) { return .failed(entry.finding) }
      if passedBits & check.bit != 0 { return .passed }
      if let entry = reasons.first(where: { $0.check == check }) { return .notRun(entry.finding) }
      return .notRun(defaults[Int(check.bit.trailingZeroBitCount)])
    }
    set {
      switch newValue {
      case .passed: passed(check)
      case .failed(let finding):
        failed.removeAll { $0.check == check }
        failed.append(Entry(check: check, finding: finding))
        passedBits &= ~check.bit
      case .notRun(let finding):
        passedBits &= ~check.bit
        failed.removeAll { $0.check == check }
        reasons.removeAll { $0.check == check }
        reasons.append(Entry(check: check, finding: finding))
      }
    }
  }

  /// Notes that a check passed. A check that has failed stays failed.
  mutating func passed(_ check: VerificationCheck) {
    if !failed.isEmpty, failed.contains(where: { $0.check == check }) { return }
    passedBits |= check.bit
  }

  /// Notes at once that everything that follows from the header passed.
  mutating func passedHeaderChecks() {
    let bits = VerificationCheck.headerBits
    guard failed.allSatisfy({ $0.check.bit & bits == 0 }) else { return }
    passedBits |= bits
  }

  /// The sum of the checks.
  public var state: State {
    if !failed.isEmpty { return .failed }
    let required = VerificationCheck.requiredBits
    return passedBits & required == required ? .verified : .notRun
  }

  /// All checks in order, with what became of each.
  public var outcomes: [(check: VerificationCheck, outcome: CheckOutcome)] {
    VerificationCheck.allCases.map { ($0, self[$0]) }
  }

  /// The failed checks, the most telling first: what is wrong with the document before what is wrong with its signer, and
  /// both before what merely differs from an expectation.
  public var failures: [(check: VerificationCheck, finding: CheckFinding)] {
    Self.ranking.compactMap { check in
      failed.first { $0.check == check }.map { (check, $0.finding) }
    }
  }

  private static let ranking: [VerificationCheck] = [
    .structure, .kind, .algorithm, .chainLength, .chainTrust, .certificatePurpose, .signature, .signingDate,
    .validityTime, .revocation, .environment, .bundleID, .appAppleID, .appVersion, .appAccountToken, .deviceHash,
    .consistency,
  ]

  /// One sentence for people: the most telling failure, and what else was checked and holds.
  public var summary: String {
    switch state {
    case .verified: return "verified"
    case .notRun: return "not verified: not all checks were run"
    case .failed: break
    }
    guard let first = failures.first else { return "not verified" }
    var sentence = "not verified: \(first.check.rawValue): \(first.finding.message)"
    let others = failures.dropFirst().map(\.check.rawValue)
    if !others.isEmpty { sentence += "; also failed: \(others.joined(separator: ", "))" }
    let telling: [(check: VerificationCheck, word: String)] = [
      (.signature, "signature"), (.validityTime, "validity"), (.certificatePurpose, "purpose"),
    ]
    let holding: [String] = telling.filter { passedBits & $0.check.bit != 0 }.map(\.word)
    if !holding.isEmpty { sentence += "; \(holding.phrase) \(holding.count == 1 ? "was" : "were") checked and hold" }
    if holding.count == 1 { sentence += "s" }
    return sentence
  }
}

extension VerificationReport: Hashable {
  /// Compares what became of each check.
  public static func == (left: VerificationReport, right: VerificationReport) -> Bool {
    left.passedBits == right.passedBits && VerificationCheck.allCases.allSatisfy { left[$0] == right[$0] }
  }

  /// Hashes what became of each check.
  public func hash(into hasher: inout Hasher) {
    for check in VerificationCheck.allCases { hasher.combine(self[check]) }
  }

  /// Whether two reports were made alike to the last word, messages included, which `==` leaves out: only then can what was
  /// made of one be shown for the other.
  package func isWordForWord(_ other: VerificationReport) -> Bool {
    passedBits == other.passedBits
      && failed.elementsEqual(other.failed) { $0.check == $1.check && $0.finding.isWordForWord($1.finding) }
      && reasons.elementsEqual(other.reasons) { $0.check == $1.check && $0.finding.isWordForWord($1.finding) }
      && defaults.elementsEqual(other.defaults) { $0.isWordForWord($1) }
  }
}

extension CheckFinding {
  fileprivate func isWordForWord(_ other: CheckFinding) -> Bool { code == other.code && message == other.message }
}

extension [String] {
  /// `a`, `a and b`, `a, b and c`.
  fileprivate var phrase: String {
    guard count > 1, let last else { return first ?? "" }
    return dropLast().joined(separator: ", ") + " and " + last
  }
}
