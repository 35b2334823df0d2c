// SPDX-License-Identifier: MIT

/// `status` of an order lookup.
public struct OrderLookupStatus: OpenValue {
  /// The value as Apple writes it.
  public let rawValue: Int

  /// Wraps any value, known or not.
  public init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// `0`: the order id is valid.
  public static let valid = OrderLookupStatus(rawValue: 0)
  /// `1`: the order id is not valid, or has no purchases of the app.
  public static let invalid = OrderLookupStatus(rawValue: 1)

  /// The values with names.
  public static let catalog = ValueCatalog<OrderLookupStatus>([
    (.valid, "the order id is valid"),
    (.invalid, "the order id is not valid, or has no purchases of the app"),
  ])
}

/// `sendAttemptResult`: how your server answered a notification.
public struct SendAttemptResult: OpenValue {
  /// The value as Apple writes it.
  public let rawValue: String

  /// Wraps any value, known or not.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// `SUCCESS`: taken.
  public static let success = SendAttemptResult(rawValue: "SUCCESS")
  /// `TIMED_OUT`: no answer in time.
  public static let timedOut = SendAttemptResult(rawValue: "TIMED_OUT")
  /// `TLS_ISSUE`: no secure connection.
  public static let tlsIssue = SendAttemptResult(rawValue: "TLS_ISSUE")
  /// `CIRCULAR_REDIRECT`: redirected in a circle.
  public static let circularRedirect = SendAttemptResult(rawValue: "CIRCULAR_REDIRECT")
  /// `NO_RESPONSE`: no answer.
  public static let noResponse = SendAttemptResult(rawValue: "NO_RESPONSE")
  /// `SOCKET_ISSUE`: the connection broke.
  public static let socketIssue = SendAttemptResult(rawValue: "SOCKET_ISSUE")
  /// `UNSUPPORTED_CHARSET`: an answer in a character set that is not supported.
  public static let unsupportedCharset = SendAttemptResult(rawValue: "UNSUPPORTED_CHARSET")
  /// `INVALID_RESPONSE`: an answer that is not HTTP.
  public static let invalidResponse = SendAttemptResult(rawValue: "INVALID_RESPONSE")
  /// `PREMATURE_CLOSE`: closed before the answer was whole.
  public static let prematureClose = SendAttemptResult(rawValue: "PREMATURE_CLOSE")
  /// `UNSUCCESSFUL_HTTP_RESPONSE_CODE`: a status other than 200.
  public static let unsuccessfulHTTPResponseCode = SendAttemptResult(rawValue: "UNSUCCESSFUL_HTTP_RESPONSE_CODE")
  /// `OTHER`: another fault.
  public static let other = SendAttemptResult(rawValue: "OTHER")

  /// The values with names.
  public static let catalog = ValueCatalog<SendAttemptResult>([
    (.success, "taken"),
    (.timedOut, "no answer in time"),
    (.tlsIssue, "no secure connection"),
    (.circularRedirect, "redirected in a circle"),
    (.noResponse, "no answer"),
    (.socketIssue, "the connection broke"),
    (.unsupportedCharset, "an answer in a character set that is not supported"),
    (.invalidResponse, "an answer that is not HTTP"),
    (.prematureClose, "closed before the answer was whole"),
    (.unsuccessfulHTTPResponseCode, "a status other than 200"),
    (.other, "another fault"),
  ])
}
