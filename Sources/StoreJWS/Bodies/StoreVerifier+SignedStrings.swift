// SPDX-License-Identifier: MIT

extension StoreVerifier {
  /// Finds out all that can be found out about a token and about the signed strings inside its payload, each on its
  /// own. Never throws: what is wrong is in the result.
  ///
  /// - Parameters:
  ///   - token: the characters as received.
  ///   - kind: the kind that is asked for; nil for whatever it looks like.
  ///   - limits: budgets; strings beyond them are left out, and `exceeded` says so.
  /// - Returns: the token with its verdict, and the budget that was met, if one was.
  public func examineNested(
    _ token: [UInt8], as kind: PayloadKind? = nil, limits: SignedStringLimits = .standard
  ) -> (string: ExaminedString, exceeded: StoreError?) {
    var walk = SignedStringWalk(limits)
    _ = walk.take(depth: 1, path: "$")
    return (examineNested(token, kind, path: "$", depth: 1, &walk), walk.error)
  }

  /// Examines a string that has been taken out of the budget, and what is in it.
  func examineNested(
    _ token: [UInt8], _ kind: PayloadKind?, path: String, depth: Int, _ walk: inout SignedStringWalk
  ) -> ExaminedString {
    var string = ExaminedString(path: path, expectedKind: kind, examination: examine(token, kind, &walk.memory))
    examineInside(&string, depth: depth, &walk)
    return string
  }

  /// Examines what is inside a string, and whether it belongs there.
  func examineInside(_ string: inout ExaminedString, depth: Int, _ walk: inout SignedStringWalk) {
    guard let payload = string.examination.unverifiedPayload else { return }
    for inner in payload.signedStrings {
      guard walk.take(depth: depth + 1, path: inner.path) else { break }
      string.nested.append(examineNested(inner.token, inner.kind, path: inner.path, depth: depth + 1, &walk))
    }
    if case .notification(let notification) = payload { Consistency.judge(notification, &string) }
  }

  /// Examines a token as the kind that is asked for, or as what it looks like.
  func examine(
    _ token: [UInt8], _ kind: PayloadKind?, _ memory: inout HeaderMemory
  ) -> Examination<AnyPayload> {
    switch kind {
    case .transaction: examine(token, as: SignedTransaction.self, memory: &memory).map { .transaction($0) }
    case .renewalInfo: examine(token, as: RenewalInfo.self, memory: &memory).map { .renewalInfo($0) }
    case .notification: examine(token, as: ServerNotification.self, memory: &memory).map { .notification($0) }
    case .appTransaction: examine(token, as: AppTransaction.self, memory: &memory).map { .appTransaction($0) }
    case .realtimeRequest: examine(token, as: RealtimeRequest.self, memory: &memory).map { .realtimeRequest($0) }
    case .unknown, nil: examine(token, as: AnyPayload.self, memory: &memory)
    }
  }
}
