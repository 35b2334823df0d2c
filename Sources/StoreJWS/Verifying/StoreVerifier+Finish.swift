// SPDX-License-Identifier: MIT
internal import JOSE

extension StoreVerifier {
  /// The second half of an examination, once the signature has been judged: reads the payload and runs the checks in their
  /// order.
  func finish<Payload: TokenPayload>(
    _ opened: OpenedToken, as type: Payload.Type, characters: TokenCharacters, _ signature: CheckOutcome
  ) -> Examination<Payload> {
    let content = TokenContent<Payload>(characters.span, opened.segments)
    var report = revocationChecker == nil ? Self.emptyReport : Self.emptyReportWithoutAsking
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
    if let moment = checks.moment(claims, &report) {
      report[.validityTime] =
        opened.record?.validity(at: moment)
        ?? .notRun(CheckFinding(code: "headerUnreadable", message: "the header cannot be read"))
    }
    report[.signature] = signature
    if let claims { checks.expectations(claims, opened.record?.chain.origin, &report) }
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
  static let emptyReport = VerificationReport(nothingRunBecause: reason)

  /// The same for a verifier that has a revocation checker.
  private static let emptyReportWithoutAsking = VerificationReport { check in
    check == .revocation
      ? CheckFinding(code: "notAsked", message: "only the asynchronous calls ask about revocation") : reason(check)
  }

  private static func reason(_ check: VerificationCheck) -> CheckFinding {
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

  /// The transaction id that the caller demands, for kinds that have one.
  private func checkTransactionID<Payload: TokenPayload>(
    _ payload: Held<Payload>, _ report: inout VerificationReport
  ) {
    guard let accepted = policy.transactionID else { return }
    let transaction: SignedTransaction
    switch payload.value {
    case let value as SignedTransaction: transaction = value
    case AnyPayload.transaction(let value) as AnyPayload: transaction = value
    default: return
    }
    checks.compare(
      .init(transaction.transactionID), [accepted], "transaction id", .consistency, "transactionID", &report)
  }
}
