// SPDX-License-Identifier: MIT
import Expectations
import JOSE
import StoreJWS
import Testing

/// The table of checks: its order, its sum, and the sentence that people read.
@Suite struct VerificationReportTests {
  static let order = [
    "kind", "structure", "algorithm", "chainLength", "chainTrust", "certificatePurpose", "signingDate", "validityTime",
    "signature", "revocation", "bundleID", "appAppleID", "appVersion", "environment", "appAccountToken", "deviceHash",
    "consistency",
  ]

  static let ranking = [
    "structure", "kind", "algorithm", "chainLength", "chainTrust", "certificatePurpose", "signature", "signingDate",
    "validityTime", "revocation", "environment", "bundleID", "appAppleID", "appVersion", "appAccountToken",
    "deviceHash",
    "consistency",
  ]

  static func empty() -> VerificationReport {
    VerificationReport { CheckFinding(code: "because \($0.rawValue)", message: "not run") }
  }

  static func verified() -> VerificationReport {
    var report = empty()
    for check in VerificationCheck.required { report[check] = .passed }
    return report
  }

  @Test func seventeenChecksInOneOrder() {
    expectEqual(VerificationCheck.allCases.map(\.rawValue), Self.order)
    expectEqual(Self.empty().outcomes.map(\.check.rawValue), Self.order)
    #expect(Self.order.count == 17 && Set(Self.order) == Set(Self.ranking))
  }

  @Test func reportsAreEqualByWhatBecameOfEachCheck() {
    func finding(_ code: String) -> CheckFinding { CheckFinding(code: code, message: code) }
    var one = VerificationReport { _ in finding("notAsked") }
    var other = one
    one[.bundleID] = .failed(finding("bundleIDMismatch"))
    one[.environment] = .failed(finding("environmentMismatch"))
    other[.environment] = .notRun(finding("absent"))
    other[.environment] = .failed(finding("environmentMismatch"))
    #expect(one != other)
    other[.bundleID] = .failed(CheckFinding(code: "bundleIDMismatch", message: "in other words"))
    expectEqual(one, other)
    expectEqual(one.hashValue, other.hashValue)
    other[.bundleID] = .notRun(finding("bundleIDMismatch"))
    #expect(one != other)
  }

  @Test func whatIsNotRunHasNotPassed() {
    let report = Self.empty()
    for check in VerificationCheck.allCases { expectEqual(report[check].code, "notRun because \(check.rawValue)") }
    #expect(report.state == .notRun && report.failures.isEmpty)
    expectEqual(report.summary, "not verified: not all checks were run")
  }

  /// Each check in each state reads back as it was set, and touches no other.
  @Test func outcomesAreKept() {
    let outcomes: [CheckOutcome] = [
      .passed, .failed(CheckFinding(code: "wrong", message: "m")), .notRun(CheckFinding(code: "later", message: "m")),
    ]
    for check in VerificationCheck.allCases {
      for outcome in outcomes {
        var report = Self.empty()
        report[check] = outcome
        expectEqual(report[check], outcome)
        for other in VerificationCheck.allCases where other != check {
          expectEqual(report[other].code, "notRun because \(other.rawValue)")
        }
        // Not run in the end, whatever it was before.
        report[check] = outcomes[2]
        #expect(report[check].code == "notRun later" && report.failures.isEmpty)
      }
      var report = Self.empty()
      report[check] = outcomes[1]
      report[check] = .passed
      expectEqual(report[check].code, "failed wrong", "what has failed stays failed")
    }
  }

  @Test func everyRequiredCheckMustPass() {
    #expect(Self.verified().state == .verified && Self.verified().summary == "verified")
    expectEqual(VerificationCheck.required.count, 7)
    for check in VerificationCheck.allCases {
      var report = Self.verified()
      report[check] = .notRun(CheckFinding(code: "later", message: "m"))
      expectEqual(report.state, (VerificationCheck.required.contains(check) ? .notRun : .verified), "\(check)")
      report = Self.verified()
      report[check] = .failed(CheckFinding(code: "wrong", message: "m"))
      expectEqual(report.state, .failed, "\(check)")
    }
  }

  @Test func theMostTellingFailureComesFirst() {
    var report = Self.empty()
    for check in VerificationCheck.allCases.reversed() {
      report[check] = .failed(CheckFinding(code: "code \(check.rawValue)", message: "m"))
    }
    expectEqual(report.failures.map(\.check.rawValue), Self.ranking)
    expectEqual(report.failures.map(\.finding.code), Self.ranking.map { "code \($0)" })
  }

  static let sentences: [(failed: [VerificationCheck], passed: [VerificationCheck], summary: String)] = [
    ([.chainTrust], [], "not verified: chainTrust: fact of chainTrust"),
    (
      [.chainTrust], [.signature],
      "not verified: chainTrust: fact of chainTrust; signature was checked and holds"
    ),
    (
      [.chainTrust], [.signature, .validityTime],
      "not verified: chainTrust: fact of chainTrust; signature and validity were checked and hold"
    ),
    (
      [.chainTrust], [.certificatePurpose, .validityTime, .signature],
      "not verified: chainTrust: fact of chainTrust; signature, validity and purpose were checked and hold"
    ),
    (
      [.environment, .signature], [.certificatePurpose],
      "not verified: signature: fact of signature; also failed: environment; purpose was checked and holds"
    ),
    (
      [.bundleID, .consistency, .environment], [.algorithm, .chainLength, .signature],
      "not verified: environment: fact of environment; also failed: bundleID, consistency; signature was checked and holds"
    ),
    ([.deviceHash], [.algorithm, .structure], "not verified: deviceHash: fact of deviceHash"),
  ]

  @Test func sentencesForPeople() {
    for sentence in Self.sentences {
      var report = Self.empty()
      for check in sentence.failed {
        report[check] = .failed(CheckFinding(code: "code", message: "fact of \(check.rawValue)"))
      }
      for check in sentence.passed { report[check] = .passed }
      expectEqual(report.summary, sentence.summary)
    }
    expectEqual(Self.sentences.count, 7)
  }

  @Test func findingsAreEqualByTheirCode() {
    let left = CheckFinding(code: "a", message: "one")
    #expect(left == CheckFinding(code: "a", message: "two") && left != CheckFinding(code: "b", message: "one"))
    expectEqual(Set([left, CheckFinding(code: "a", message: "two")]).count, 1)
  }
}
