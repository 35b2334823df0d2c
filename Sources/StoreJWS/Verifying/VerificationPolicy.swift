// SPDX-License-Identifier: MIT
public import FoundationEssentials

/// At which moment the certificates must be valid.
public enum ValidityMoment: Hashable, Sendable {
  /// When the token says that it was signed. Apple's certificates live for two years and tokens for ever, so this is the
  /// moment for stored tokens. A token that does not say when it was signed is refused.
  case signingDate
  /// At a moment of the caller's choice, whatever the token says.
  case at(Date)
}

/// Bounds on a token's own signing date, against replay of old tokens.
public struct SigningDateBounds: Sendable {
  /// The oldest token that is accepted, in seconds before the present; nil for no bound.
  public var maximumAgeSeconds: Int64?
  /// How far in the future a signing date may lie, in seconds, as clocks differ; nil for no bound.
  public var futureToleranceSeconds: Int64?
  /// The present moment.
  public var now: @Sendable () -> Date

  /// Makes bounds; the clock is the system's unless another is given.
  public init(
    maximumAgeSeconds: Int64? = nil, futureToleranceSeconds: Int64? = nil,
    now: @escaping @Sendable () -> Date = { Date() }
  ) {
    self.maximumAgeSeconds = maximumAgeSeconds
    self.futureToleranceSeconds = futureToleranceSeconds
    self.now = now
  }
}

/// What a verifier expects beyond a good signature. An expectation that is nil is not checked, and the report says so.
public struct VerificationPolicy: Sendable {
  /// Accepted bundle ids, compared exactly.
  public var bundleIDs: [String]?
  /// Accepted app Apple ids.
  public var appAppleIDs: [Int64]?
  /// Accepted stores. App Review sends sandbox purchases to production servers, so most accept both.
  public var environments: [StoreEnvironment]?
  /// The app account token that a transaction must carry; UUIDs are compared as such, other text exactly.
  public var appAccountToken: String?
  /// The app's version, for kinds that name one.
  public var appVersion: String?
  /// The transaction that is expected, for kinds that name one; reported under `consistency`.
  public var transactionID: String?
  /// When the certificates must be valid.
  public var moment: ValidityMoment
  /// Bounds on the signing date.
  public var signingDate: SigningDateBounds

  /// Makes a policy.
  public init(
    bundleIDs: [String]? = nil,
    appAppleIDs: [Int64]? = nil,
    environments: [StoreEnvironment]? = nil,
    appAccountToken: String? = nil,
    appVersion: String? = nil,
    transactionID: String? = nil,
    moment: ValidityMoment = .signingDate,
    signingDate: SigningDateBounds = SigningDateBounds()
  ) {
    self.bundleIDs = bundleIDs
    self.appAppleIDs = appAppleIDs
    self.environments = environments
    self.appAccountToken = appAccountToken
    self.appVersion = appVersion
    self.transactionID = transactionID
    self.moment = moment
    self.signingDate = signingDate
  }

  /// Refuses a policy that could never be kept.
  ///
  /// - Throws: `configuration` for an empty list of accepted values.
  package func validate() throws(StoreError) {
    for (name, isEmpty) in [
      ("bundleIDs", bundleIDs?.isEmpty), ("appAppleIDs", appAppleIDs?.isEmpty), ("environments", environments?.isEmpty),
    ] where isEmpty == true {
      throw StoreError(
        code: .configuration, category: .unsupported,
        message: "\(name) is an empty list, which nothing could match; leave it nil to accept all")
    }
  }
}
