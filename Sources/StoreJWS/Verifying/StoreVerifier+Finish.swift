// SPDX-License-Identifier: MIT
internal import FoundationEssentials
internal import JOSE

extension StoreVerifier {
  /// The second half of an examination, once the signature has been judged: reads the payload and runs the checks in their
  /// order.
  func finish<Payload: TokenPayload>(
    _ opened: OpenedToken, as type: Payload.Type, characters: TokenCharacters, _ signature: CheckOutcome
  ) -> Examination<Payload> {
    let content = TokenContent<Payload>(characters.span, opened.segments)
    var report = Self.emptyReport
    var error = opened.headerError ?? content.error ?? opened.signatureError
    if let fault = error {
      report[.structure] = .failed(CheckFinding(code: fault.code.rawValue, message: fault.message))
    } else {
      report.passed(.structure)
    }
    var kind = PayloadKind.unknown
    if content.payload != nil {
      kind = checkKind(content, &report)
    } else if let json = content.json {
      // A payload of another kind may fail to read as the type that was asked for: then say that first.
      kind = PayloadKind.detect(json: json.span).kind
      if let expected = Payload.expectedKind, kind != .unknown, kind != expected {
        report[.kind] = .failed(Self.kindMismatch(found: kind, expected: expected))
      }
    }
    if let record = opened.record {
      if record.isAcceptable {
        report.passedHeaderChecks()
      } else {
        report[.algorithm] = record.algorithm
        report[.chainLength] = record.chain.chainLength
        report[.chainTrust] = record.chain.chainTrust
        report[.certificatePurpose] = record.chain.certificatePurpose
      }
    }
    let claims = content.claims
    checkTime(claims, opened.record, &report)
    report[.signature] = signature
    if let claims { checkExpectations(claims, opened.record, &report) }
    if let payload = content.payload { checkTransactionID(payload, &report) }
    if signature == .passed, error == nil, let record = opened.record, report.state == .verified {
      if !record.isRemembered { cache.admit(record) }
    }
    if case .failed(let finding) = report[.kind], error != nil {
      error = StoreError(code: .kindMismatch, category: .unsupported, message: finding.message)
    }
    return Examination(
      kind: kind, payloadJSON: content.json, error: error, report: report, received: characters,
      signingMilliseconds: claims?.signingMilliseconds, record: opened.record, heldPayload: content.payload)
  }

  /// A report of nothing run, made once; its reasons are shared by all reports.
  static let emptyReport = VerificationReport { check in
    switch check {
    case .structure, .algorithm, .chainLength, .chainTrust, .certificatePurpose:
      CheckFinding(code: "headerUnreadable", message: "the header cannot be read")
    case .signingDate, .validityTime:
      CheckFinding(code: "payloadUnreadable", message: "the payload cannot be read")
    case .signature: CheckFinding(code: "signatureUnreadable", message: "the signature cannot be judged")
    case .revocation: CheckFinding(code: "notAsked", message: "no revocation checker was given")
    case .deviceHash: CheckFinding(code: "notInThisKind", message: "only app receipts are bound to a device this way")
    case .consistency: CheckFinding(code: "notApplicable", message: "there is nothing that it must agree with")
    case .kind: CheckFinding(code: "notAsked", message: "no kind was asked for")
    default: CheckFinding(code: "notAsked", message: "no expectation was given")
    }
  }

  // MARK: - Kind

  private func checkKind<Payload: TokenPayload>(
    _ content: borrowing TokenContent<Payload>, _ report: inout VerificationReport
  ) -> PayloadKind {
    var kind = content.kind
    guard let expected = Payload.expectedKind else { return kind }
    if kind == expected {
      report.passed(.kind)
      return kind
    }
    if let json = content.json { kind = PayloadKind.detect(json: json.span).kind }
    if kind == .unknown || kind == expected {
      // Nothing speaks for another kind: a sparse payload of the right kind looks like this.
      report[.kind] = .notRun(
        CheckFinding(code: "kindUnclear", message: "the payload has too few members to tell its kind"))
      return expected
    }
    report[.kind] = .failed(Self.kindMismatch(found: kind, expected: expected))
    return kind
  }

  private static func kindMismatch(found: PayloadKind, expected: PayloadKind) -> CheckFinding {
    CheckFinding(
      code: StoreError.Code.kindMismatch.rawValue,
      message: "this is \(found.phrase); \(expected.phrase) was asked for")
  }

  // MARK: - Time

  private func checkTime(_ claims: PayloadClaims?, _ record: HeaderRecord?, _ report: inout VerificationReport) {
    let moment: Int64
    switch policy.moment {
    case .at(let date):
      guard let seconds = Timestamp.seconds(milliseconds: date.timeIntervalSince1970 * 1000) else {
        let finding = CheckFinding(code: "momentOutOfRange", message: "the moment to judge is out of range")
        report[.signingDate] = .failed(finding)
        report[.validityTime] = .notRun(finding)
        return
      }
      moment = seconds
      if let claims, checkBounds(claims, &report) { report.passed(.signingDate) }
    case .signingDate:
      guard let claims else { return }
      guard let milliseconds = claims.signingMilliseconds else {
        report[.signingDate] = .failed(
          CheckFinding(
            code: "signingDateMissing",
            message: "the token does not say when it was signed; give the moment to judge its certificates at"))
        report[.validityTime] = .notRun(
          CheckFinding(code: "signingDateMissing", message: "there is no moment to judge at"))
        return
      }
      guard let seconds = Timestamp.seconds(milliseconds: milliseconds) else {
        report[.signingDate] = .failed(
          CheckFinding(code: "signingDateOutOfRange", message: "the signing date is out of range"))
        report[.validityTime] = .notRun(
          CheckFinding(code: "signingDateOutOfRange", message: "there is no moment to judge at"))
        return
      }
      moment = seconds
      if checkBounds(claims, &report) { report.passed(.signingDate) }
    }
    if let record {
      report[.validityTime] = record.validity(at: moment)
    } else {
      report[.validityTime] = .notRun(
        CheckFinding(code: "headerUnreadable", message: "the header cannot be read"))
    }
  }

  /// Compares the signing date with the bounds that were asked for.
  ///
  /// - Returns: false if it broke one, and the report says so.
  private func checkBounds(_ claims: PayloadClaims, _ report: inout VerificationReport) -> Bool {
    let bounds = policy.signingDate
    guard bounds.maximumAgeSeconds != nil || bounds.futureToleranceSeconds != nil else { return true }
    guard let milliseconds = claims.signingMilliseconds, let seconds = Timestamp.seconds(milliseconds: milliseconds),
      let now = Timestamp.seconds(milliseconds: bounds.now().timeIntervalSince1970 * 1000)
    else {
      report[.signingDate] = .failed(
        CheckFinding(code: "signingDateMissing", message: "the token does not say when it was signed"))
      return false
    }
    if let oldest = bounds.maximumAgeSeconds, now - seconds > oldest {
      report[.signingDate] = .failed(
        CheckFinding(
          code: "signingDateTooOld",
          message: "signed at \(Timestamp.text(seconds: seconds)), more than \(oldest) seconds ago"))
      return false
    }
    if let tolerance = bounds.futureToleranceSeconds, seconds - now > tolerance {
      report[.signingDate] = .failed(
        CheckFinding(
          code: "signingDateInFuture",
          message: "signed at \(Timestamp.text(seconds: seconds)), more than \(tolerance) seconds ahead"))
      return false
    }
    return true
  }
}
