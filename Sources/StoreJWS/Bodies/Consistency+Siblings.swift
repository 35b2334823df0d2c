// SPDX-License-Identifier: MIT
package import JOSE

/// Check `consistency` for callers that examine strings level by level, many documents at once, instead of one document
/// with all that is in it.
package enum SiblingConsistency {
  /// What became of the check, for the strings of one notification or of one object of a body.
  package struct Outcomes: Sendable {
    /// For the notification itself; nil where there is none, or nothing in it to compare.
    package let outer: CheckOutcome?
    /// For each string, in order.
    package let inner: [CheckOutcome]
  }

  /// Judges strings that stand together.
  ///
  /// - Parameters:
  ///   - strings: the examinations of the strings, in the order of the document.
  ///   - notification: the examination of the notification that they stand in; nil for an object of a body.
  package static func outcomes(
    of strings: [Examination<AnyPayload>], in notification: Examination<AnyPayload>?
  ) -> Outcomes {
    var nested = strings.map { ExaminedString(path: "$", expectedKind: nil, examination: $0) }
    guard let notification, case .notification(let payload)? = notification.unverifiedPayload else {
      Consistency.pair(&nested, in: nested.indices)
      return Outcomes(outer: nil, inner: nested.map { $0.examination.report[.consistency] })
    }
    var outer = ExaminedString(path: "$", expectedKind: nil, examination: notification, nested: nested)
    Consistency.judge(payload, &outer)
    return Outcomes(
      outer: outer.examination.report[.consistency],
      inner: outer.nested.map { $0.examination.report[.consistency] })
  }
}
