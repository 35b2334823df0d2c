// SPDX-License-Identifier: MIT
internal import FoundationEssentials
internal import JOSE

extension StoreVerifier {
  /// Finds out all that can be found out about a token, revocation included.
  ///
  /// Revocation is asked about only after everything required has passed, since the address to ask comes from the certificate;
  /// it is judged at the present moment, whatever the token's date. Without a revocation checker this is
  /// ``examine(_:as:)-([UInt8],_)``.
  public func examineOnline<Payload: TokenPayload>(
    _ token: [UInt8], as payload: Payload.Type
  ) async -> Examination<Payload> {
    var examination = examine(token, as: payload)
    await askAboutRevocation(&examination)
    return examination
  }

  /// Verifies a token, revocation included, and gives its payload.
  ///
  /// - Throws: ``StoreError``; with the category `unavailable` and the code `revocationUnavailable` when no answer was to be
  ///   had and the verifier does not let that pass. The same call may succeed later.
  public func verifyOnline<Payload: TokenPayload>(
    _ token: [UInt8], as payload: Payload.Type
  ) async throws(StoreError) -> Verified<Payload> {
    try await examineOnline(token, as: payload).get()
  }

  /// Verifies the HTTP body of a server notification as ``notification(body:limits:)`` does, revocation included: of the
  /// notification's certificates, and of those of each signed string inside it.
  ///
  /// - Throws: ``StoreError`` as there; `certificateRevoked`, or `revocationUnavailable` of the category `unavailable`, if that is
  ///   what refuses the notification itself. A string inside it that is refused for it is among `refused`.
  public func notificationOnline(
    body: [UInt8], limits: SignedStringLimits = .standard
  ) async throws(StoreError) -> NotificationEvidence {
    try await notificationOnline(try notificationToken(in: body), limits: limits)
  }

  /// Verifies a server notification without a body around it, revocation included; see ``notificationOnline(body:limits:)``.
  ///
  /// - Throws: ``StoreError``, as there.
  public func notificationOnline(
    _ token: [UInt8], limits: SignedStringLimits = .standard
  ) async throws(StoreError) -> NotificationEvidence {
    var string = try examinedNotification(token, limits: limits)
    await askAboutRevocation(&string)
    return try NotificationEvidence(verified: string)
  }

  private func askAboutRevocation(_ string: inout ExaminedString) async {
    await askAboutRevocation(&string.examination)
    // A notification that is refused takes what is in it along.
    guard string.isVerified else { return }
    for index in string.nested.indices { await askAboutRevocation(&string.nested[index]) }
  }

  private func askAboutRevocation<Payload: Sendable>(_ examination: inout Examination<Payload>) async {
    guard let revocationChecker, examination.verified != nil else { return }
    guard let certificates = try? examination.header?.certificates(limits: limits), certificates.count >= 2 else {
      examination.report[.revocation] = .notRun(
        CheckFinding(code: "noIssuer", message: "there is no issuer's certificate to ask with"))
      return
    }
    let now = Timestamp.seconds(milliseconds: policy.signingDate.now().timeIntervalSince1970 * 1000) ?? 0
    let verdict = await revocationChecker.check(leaf: certificates[0], intermediate: certificates[1], nowSeconds: now)
    examination.report[.revocation] = outcome(verdict)
  }

  private func outcome(_ verdict: RevocationVerdict) -> CheckOutcome {
    switch verdict {
    case .good: return .passed
    case .revoked(let fact): return .failed(CheckFinding(code: "certificateRevoked", message: fact))
    case .unknown(let fact): return .failed(CheckFinding(code: "certificateUnknown", message: fact))
    case .unavailable(let fact):
      let finding = CheckFinding(code: "revocationUnavailable", message: fact)
      return unavailableRevocationPasses ? .notRun(finding) : .failed(finding)
    }
  }
}
