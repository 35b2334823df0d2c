// SPDX-License-Identifier: MIT
internal import FoundationEssentials

extension ServerNotification {
  /// Which of the four objects says to which app the notification belongs.
  public enum Shape: String, Hashable, Sendable, CaseIterable {
    /// ``ServerNotification/data``
    case data
    /// ``ServerNotification/summary``
    case summary
    /// ``ServerNotification/externalPurchaseToken``
    case externalPurchaseToken
    /// ``ServerNotification/appData``
    case appData
  }

  /// The objects that are there, in the order in which they are asked. Apple writes exactly one.
  public var shapes: [Shape] {
    var shapes: [Shape] = []
    if data != nil { shapes.append(.data) }
    if summary != nil { shapes.append(.summary) }
    if externalPurchaseToken != nil { shapes.append(.externalPurchaseToken) }
    if appData != nil { shapes.append(.appData) }
    return shapes
  }

  /// The store, from whichever object is there.
  public var environment: StoreEnvironment? { identity?.environment }

  /// The app's number in the App Store, from whichever object is there; the sandbox leaves it out.
  public var appAppleID: Int64? { identity?.appAppleID }

  /// The app's bundle id, from whichever object is there.
  public var bundleID: String? { identity?.bundleID }

  /// What a verifier compares with its expectations: the app and store of the first object that is there.
  public var claims: PayloadClaims {
    PayloadClaims(
      signingMilliseconds: signedDate?.milliseconds,
      bundleID: .init(bundleID),
      appAppleID: .init(appAppleID),
      environment: .init(environment)
    )
  }

  /// To which app one of the objects belongs.
  struct Identity: Hashable {
    let environment: StoreEnvironment?
    let appAppleID: Int64?
    let bundleID: String?
  }

  /// The identity that one object states.
  func identity(in shape: Shape) -> Identity? {
    switch shape {
    case .data:
      data.map { Identity(environment: $0.environment, appAppleID: $0.appAppleID, bundleID: $0.bundleID) }
    case .summary:
      summary.map { Identity(environment: $0.environment, appAppleID: $0.appAppleID, bundleID: $0.bundleID) }
    case .externalPurchaseToken:
      externalPurchaseToken.map {
        Identity(environment: $0.environment, appAppleID: $0.appAppleID, bundleID: $0.bundleID)
      }
    case .appData:
      appData.map { Identity(environment: $0.environment, appAppleID: $0.appAppleID, bundleID: $0.bundleID) }
    }
  }

  private var identity: Identity? {
    shapes.first.flatMap { identity(in: $0) }
  }
}
