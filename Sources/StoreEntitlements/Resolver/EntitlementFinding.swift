// SPDX-License-Identifier: MIT

/// Something about a piece of evidence that somebody should look at. It grants nothing.
public struct EntitlementFinding: Hashable, Sendable {
  /// The stable name of a finding.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The name, lowerCamelCase.
    public let rawValue: String

    /// Wraps a name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The transaction is of another kind than the catalog says.
    public static let kindContradiction = Code(rawValue: "kindContradiction")
    /// The transaction is of another subscription group than the catalog says.
    public static let groupContradiction = Code(rawValue: "groupContradiction")
    /// The transaction does not say of which kind it is.
    public static let kindMissing = Code(rawValue: "kindMissing")
    /// The transaction does not say to which subscription group it belongs.
    public static let groupMissing = Code(rawValue: "groupMissing")
    /// The transaction names no product.
    public static let productIDMissing = Code(rawValue: "productIDMissing")
    /// The transaction has no id, so that its revisions cannot be told from others.
    public static let transactionIDMissing = Code(rawValue: "transactionIDMissing")
    /// A renewal info names no subscription.
    public static let originalTransactionIDMissing = Code(rawValue: "originalTransactionIDMissing")
    /// The transaction does not say when it was bought.
    public static let purchaseDateMissing = Code(rawValue: "purchaseDateMissing")
    /// A subscription does not say when it expires.
    public static let expiresDateMissing = Code(rawValue: "expiresDateMissing")
    /// The product is not in the catalog, but its subscription group is.
    public static let unrecognizedProduct = Code(rawValue: "unrecognizedProduct")
    /// The evidence is of a store that the policy does not accept.
    public static let environmentNotAccepted = Code(rawValue: "environmentNotAccepted")
    /// The evidence does not say of which store it is.
    public static let environmentMissing = Code(rawValue: "environmentMissing")
    /// The transaction is of another app.
    public static let bundleIDMismatch = Code(rawValue: "bundleIDMismatch")
    /// The transaction does not say of which app it is.
    public static let bundleIDMissing = Code(rawValue: "bundleIDMissing")
    /// A notification or status without a verified transaction: nobody knows which subscription it is about.
    public static let transactionNotVerified = Code(rawValue: "transactionNotVerified")
    /// A document that says nothing about purchases.
    public static let noEvidenceOfPurchase = Code(rawValue: "noEvidenceOfPurchase")
  }

  /// The stable code.
  public let code: Code
  /// One sentence without a full stop.
  public let message: String
  /// The transaction, where there is one.
  public let transactionID: String?
  /// The product, where there is one.
  public let productID: String?
  /// The evidence.
  public let evidence: EvidenceID?

  init(
    _ code: Code, _ message: String, transactionID: String? = nil, productID: String? = nil,
    evidence: EvidenceID? = nil
  ) {
    self.code = code
    self.message = message
    self.transactionID = transactionID
    self.productID = productID
    self.evidence = evidence
  }

  init(_ code: Code, _ message: String, _ record: LedgerTransaction) {
    self.init(
      code, message, transactionID: record.transactionID, productID: record.productID, evidence: record.evidence)
  }
}

/// Findings of one answer: each once, in a stable order, and no more of them than ``limit``.
public struct EntitlementFindings: Hashable, Sendable, RandomAccessCollection {
  /// How many findings are kept at most; a customer with many more has one problem, not many.
  public static let limit = 32
  private var kept: [EntitlementFinding] = []
  /// How many more there were.
  public private(set) var omittedCount = 0

  init(_ found: Set<EntitlementFinding>) {
    let sorted = found.sorted { left, right in
      (left.code.rawValue, left.transactionID ?? "", left.message)
        < (right.code.rawValue, right.transactionID ?? "", right.message)
    }
    kept = Array(sorted.prefix(Self.limit))
    omittedCount = sorted.count - kept.count
  }

  /// Always 0.
  public var startIndex: Int { 0 }
  /// How many findings are kept.
  public var endIndex: Int { kept.count }
  /// A finding.
  public subscript(position: Int) -> EntitlementFinding { kept[position] }
}
