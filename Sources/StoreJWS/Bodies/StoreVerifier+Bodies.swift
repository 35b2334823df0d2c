// SPDX-License-Identifier: MIT
internal import JOSE
internal import StrictJSON

/// From a body to what is verified in it. Each call reads one kind of body; each signed string in it is verified on its
/// own, and one that is not does not keep the others back.
///
/// A string in an answer that is not verified is no error: it is among `refused`.
extension StoreVerifier {
  /// Verifies the HTTP body of a server notification: the notification, then each signed string inside it.
  ///
  /// - Parameters:
  ///   - body: the request's body as received: `{"signedPayload": …}`.
  ///   - limits: budgets.
  /// - Throws: ``StoreError``: faults of the body's JSON with offset and path, `notificationV1`, `signedStringMissing`,
  ///   `signedStringLimit`, `signedNestingLimit`, and whatever refuses the notification itself.
  public func notification(
    body: [UInt8], limits: SignedStringLimits = .standard
  ) throws(StoreError) -> NotificationEvidence {
    try notification(try notificationToken(in: body), limits: limits)
  }

  /// Verifies a server notification without a body around it, and each signed string inside it.
  ///
  /// - Throws: `signedStringLimit`, `signedNestingLimit`, and whatever refuses the notification itself.
  public func notification(
    _ token: [UInt8], limits: SignedStringLimits = .standard
  ) throws(StoreError) -> NotificationEvidence {
    try NotificationEvidence(verified: try examinedNotification(token, limits: limits))
  }

  /// Verifies a server notification without a body around it; see ``notification(_:limits:)-([UInt8],_)``.
  public func notification(
    _ token: String, limits: SignedStringLimits = .standard
  ) throws(StoreError) -> NotificationEvidence {
    try notification(Array(token.utf8), limits: limits)
  }

  /// Verifies the HTTP body of a question about a retention message.
  ///
  /// - Throws: ``StoreError``: faults of the body's JSON with offset and path, `signedStringMissing`, and whatever refuses the
  ///   question itself.
  public func realtimeRequest(body: [UInt8]) throws(StoreError) -> Verified<RealtimeRequest> {
    let token = try signedPayload(body, try read(body, as: RealtimeRequestBody.self).signedPayload)
    return try realtimeRequest(token)
  }

  /// Verifies a question about a retention message without a body around it.
  ///
  /// - Throws: whatever refuses it.
  public func realtimeRequest(_ token: [UInt8]) throws(StoreError) -> Verified<RealtimeRequest> {
    try verify(token, as: RealtimeRequest.self)
  }

  /// Verifies an app transaction, as StoreKit gives it out.
  ///
  /// - Throws: whatever refuses it.
  public func appTransaction(_ token: [UInt8]) throws(StoreError) -> Verified<AppTransaction> {
    try verify(token, as: AppTransaction.self)
  }

  /// Verifies a question about a retention message; see ``realtimeRequest(_:)-([UInt8])``.
  ///
  /// - Throws: whatever refuses it.
  public func realtimeRequest(_ token: String) throws(StoreError) -> Verified<RealtimeRequest> {
    try realtimeRequest(Array(token.utf8))
  }

  /// Verifies an app transaction; see ``appTransaction(_:)-([UInt8])``.
  ///
  /// - Throws: whatever refuses it.
  public func appTransaction(_ token: String) throws(StoreError) -> Verified<AppTransaction> {
    try appTransaction(Array(token.utf8))
  }

  /// Verifies a page of purchases.
  ///
  /// - Throws: ``StoreError``: faults of the body's JSON with offset and path, `signedStringLimit`, `signedNestingLimit`.
  public func transactionHistory(
    body: [UInt8], limits: SignedStringLimits = .standard
  ) throws(StoreError) -> BodyEvidence<TransactionHistoryBody> {
    try evidence(body, limits)
  }

  /// Verifies an answer with one purchase.
  ///
  /// - Throws: ``StoreError``: faults of the body's JSON with offset and path, `signedStringLimit`, `signedNestingLimit`.
  public func transactionInfo(
    body: [UInt8], limits: SignedStringLimits = .standard
  ) throws(StoreError) -> BodyEvidence<TransactionInfoBody> {
    try evidence(body, limits)
  }

  /// Verifies an answer with the statuses of all subscriptions.
  ///
  /// - Throws: ``StoreError``: faults of the body's JSON with offset and path, `signedStringLimit`, `signedNestingLimit`.
  public func subscriptionStatuses(
    body: [UInt8], limits: SignedStringLimits = .standard
  ) throws(StoreError) -> BodyEvidence<SubscriptionStatusesBody> {
    try evidence(body, limits)
  }

  /// Verifies an answer with the purchases of an order.
  ///
  /// - Throws: ``StoreError``: faults of the body's JSON with offset and path, `signedStringLimit`, `signedNestingLimit`.
  public func orderLookup(
    body: [UInt8], limits: SignedStringLimits = .standard
  ) throws(StoreError) -> BodyEvidence<OrderLookupBody> {
    try evidence(body, limits)
  }

  /// Verifies a page of refunds.
  ///
  /// - Throws: ``StoreError``: faults of the body's JSON with offset and path, `signedStringLimit`, `signedNestingLimit`.
  public func refundHistory(
    body: [UInt8], limits: SignedStringLimits = .standard
  ) throws(StoreError) -> BodyEvidence<RefundHistoryBody> {
    try evidence(body, limits)
  }

  /// Verifies a page of notifications.
  ///
  /// - Throws: ``StoreError``: faults of the body's JSON with offset and path, `signedStringLimit`, `signedNestingLimit`.
  public func notificationHistory(
    body: [UInt8], limits: SignedStringLimits = .standard
  ) throws(StoreError) -> BodyEvidence<NotificationHistoryBody> {
    try evidence(body, limits)
  }

  /// Verifies an answer about a test notification.
  ///
  /// - Throws: ``StoreError``: faults of the body's JSON with offset and path, `signedStringLimit`, `signedNestingLimit`.
  public func testNotificationStatus(
    body: [UInt8], limits: SignedStringLimits = .standard
  ) throws(StoreError) -> BodyEvidence<TestNotificationStatusBody> {
    try evidence(body, limits)
  }

  /// Verifies an answer with the download of the app.
  ///
  /// - Throws: ``StoreError``: faults of the body's JSON with offset and path, `signedStringLimit`, `signedNestingLimit`.
  public func appTransactionInfo(
    body: [UInt8], limits: SignedStringLimits = .standard
  ) throws(StoreError) -> BodyEvidence<AppTransactionInfoBody> {
    try evidence(body, limits)
  }

  /// Verifies an answer of the Advanced Commerce API.
  ///
  /// - Throws: ``StoreError``: faults of the body's JSON with offset and path, `signedStringLimit`, `signedNestingLimit`.
  public func advancedCommerce(
    body: [UInt8], limits: SignedStringLimits = .standard
  ) throws(StoreError) -> BodyEvidence<AdvancedCommerceBody> {
    try evidence(body, limits)
  }

  // MARK: - Any body

  /// Finds out all that can be found out about a body of whatever kind, for tools.
  ///
  /// - Throws: faults of the body's JSON with offset and path; `notificationV1`; `kindMismatch` for a body of no known
  ///   kind.
  public func examine(body: [UInt8], limits: SignedStringLimits = .standard) throws(StoreError) -> ExaminedBody {
    let detection = BodyKind.detect(json: body.span)
    guard let type = detection.kind.type else { throw refusal(body, detection) }
    return try examine(body, type, limits)
  }

  private func examine<Body: SignedStringBody>(
    _ body: [UInt8], _ type: Body.Type, _ limits: SignedStringLimits
  ) throws(StoreError) -> ExaminedBody {
    examine(try read(body, as: type), limits)
  }

  private func evidence<Body: SignedStringBody>(
    _ body: [UInt8], _ limits: SignedStringLimits
  ) throws(StoreError) -> BodyEvidence<Body> {
    let unsigned = try read(body, as: Body.self)
    let examined = examine(unsigned, limits)
    if let error = examined.exceeded { throw error }
    return BodyEvidence(unsigned: unsigned, examined: examined)
  }

  private func examine<Body: SignedStringBody>(_ body: Body, _ limits: SignedStringLimits) -> ExaminedBody {
    var walk = SignedStringWalk(limits)
    var strings: [ExaminedString] = []
    for string in body.signedStrings {
      guard walk.take(depth: 1, path: string.path) else { break }
      strings.append(examineNested(string.token, string.kind, path: string.path, depth: 1, &walk))
    }
    var examined = ExaminedBody(
      kind: Body.kind, json: body.json, strings: strings, report: ExaminedBody.emptyReport, exceeded: walk.error,
      schema: Body.schema)
    examined.report.passed(.structure)
    Consistency.judge(body, &examined)
    return examined
  }

  /// The token of a notification's body.
  func notificationToken(in body: [UInt8]) throws(StoreError) -> [UInt8] {
    try signedPayload(body, try read(body, as: NotificationBody.self).signedPayload)
  }

  /// A notification that is verified, and what was found out about the strings inside it.
  func examinedNotification(_ token: [UInt8], limits: SignedStringLimits) throws(StoreError) -> ExaminedString {
    var walk = SignedStringWalk(limits)
    _ = walk.take(depth: 1, path: "$")
    var string = ExaminedString(
      path: "$", expectedKind: .notification, examination: examine(token, .notification, &walk.memory))
    // What stands in a notification that nobody vouches for is not worth the work.
    _ = try string.examination.get()
    examineInside(&string, depth: 1, &walk)
    if let error = walk.error { throw error }
    return string
  }

  // MARK: - Reading

  private func read<Body: SignedStringBody>(_ body: [UInt8], as type: Body.Type) throws(StoreError) -> Body {
    let value: Body
    do throws(JSONError) {
      value = try Body(json: body)
    } catch {
      throw StoreError(error, json: body.span)
    }
    // A body of this kind without any of its members is one of another kind, as all members may be absent.
    if value.signedStrings.isEmpty {
      let detection = BodyKind.detect(json: body.span)
      if detection.kind == .notificationV1 { throw refusal(body, detection) }
    }
    return value
  }

  private func signedPayload(_ body: [UInt8], _ token: String?) throws(StoreError) -> [UInt8] {
    if let token { return Array(token.utf8) }
    let detection = BodyKind.detect(json: body.span)
    throw StoreError(
      code: .signedStringMissing, category: .unsupported,
      message: "expected the member \"signedPayload\", found \(detection.kind.phrase) (\(detection.reason))", path: "$")
  }

  private func refusal(_ body: [UInt8], _ detection: BodyDetection) -> StoreError {
    if detection.kind == .notificationV1 {
      return StoreError(
        code: .notificationV1, category: .unsupported,
        message: "this is a notification of version 1, which has no signature; the receipt in it has", path: "$")
    }
    do throws(JSONError) {
      var reader = try JSONReader(body.span, limits: .body)
      try reader.skipValue()
      try reader.finish()
    } catch {
      return StoreError(error, json: body.span)
    }
    return StoreError(
      code: .kindMismatch, category: .unsupported,
      message: "expected a body that carries signed strings, found \(detection.reason)", path: "$")
  }
}
