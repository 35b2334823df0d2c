// SPDX-License-Identifier: MIT

/// The app, the store's environment, and what is played where Apple leaves it open.
public struct SimulatedRules: Hashable, Sendable {
  /// What the store does to the transaction of a plan that is left for another in the middle of its period.
  public enum UpgradeMark: String, Hashable, Sendable, CaseIterable {
    /// It carries `isUpgraded`.
    case isUpgraded
    /// It carries the refund of the rest of the period.
    case refund
    /// It carries both.
    case both
    /// It carries neither: only the transaction that follows tells.
    case nothing
  }

  /// `bundleId`
  public var bundleID: String
  /// `appAppleId`
  public var appAppleID: Int64
  /// `environment`; outside Production there is no `appAppleId`.
  public var environment: String
  /// `storefront`
  public var storefront: String
  /// `storefrontId`
  public var storefrontID: String
  /// `currency`
  public var currency: String
  /// How long the billing grace period is, in days: 3, 16 or 28 by App Store Connect, 0 for none.
  public var gracePeriodDays: Int
  /// Whether grace is given also where the period before was free.
  public var givesGraceAfterTrials: Bool
  /// How a plan that was left is marked.
  public var upgradeMark: UpgradeMark

  /// Makes rules.
  public init(
    bundleID: String = TestPayload.usualBundleID, appAppleID: Int64 = TestPayload.usualAppAppleID,
    environment: String = "Production", storefront: String = "USA", storefrontID: String = "143441",
    currency: String = "USD", gracePeriodDays: Int = 0, givesGraceAfterTrials: Bool = true,
    upgradeMark: UpgradeMark = .isUpgraded
  ) {
    self.bundleID = bundleID
    self.appAppleID = appAppleID
    self.environment = environment
    self.storefront = storefront
    self.storefrontID = storefrontID
    self.currency = currency
    self.gracePeriodDays = gracePeriodDays
    self.givesGraceAfterTrials = givesGraceAfterTrials
    self.upgradeMark = upgradeMark
  }

  /// Days that the store tries to collect, any grace period included.
  static let collectingDays: Int64 = 60

  var grace: Int64 { Int64(min(max(0, gracePeriodDays), 60)) * SubscriptionSimulator.day }
}
