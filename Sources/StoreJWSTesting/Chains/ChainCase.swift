// SPDX-License-Identifier: MIT
#if OpenSSL
  /// One chain of certificates for a verifier to judge, different from a right one in one respect.
  public struct ChainCase: Sendable, CustomStringConvertible {
    /// What the App Store's rules make of it.
    public enum Verdict: String, Hashable, Sendable, CaseIterable {
      /// It keeps every rule, perhaps at the very limit of one.
      case accepted
      /// It breaks the rule that the case names.
      case refused
    }

    /// Short and unique, lowerCamelCase.
    public let name: String
    /// What is special about it, in words.
    public let remark: String
    /// What is right.
    public let verdict: Verdict
    /// The authority, whose leaf key signs.
    public let authority: TestAuthority
    /// DER of what stands in `x5c`.
    public let certificates: [[UInt8]]
    /// DER of the roots that the verifier is told to trust, in that order.
    public let anchors: [[UInt8]]
    /// The moment of judgement, in seconds since 1970-01-01T00:00:00Z.
    public let moment: Int64

    /// A token under this chain.
    ///
    /// - Throws: ``MintingError/Code/wrongKeyType`` where the leaf's key is not P-256 and so cannot sign one.
    public func token(_ payload: String) throws(MintingError) -> String {
      try authority.sign(payload, header: TokenHeader(certificates: .these(certificates)))
    }

    /// The name.
    public var description: String {
      name
    }
  }

  /// Collects cases; a case that cannot be minted fails the whole collection, so that none goes missing unseen.
  struct ChainCollection {
    /// 2025-10-09T08:53:20Z, when every certificate of the standard plan is valid.
    static let usualMoment: Int64 = 1_760_000_000

    let seed: String
    /// One key for all cases with RSA, because the search for its primes takes time.
    let rsaKey: TestKey
    private let plan: ChainPlan
    private var mint = CertificateMint()
    private(set) var cases: [ChainCase] = []

    init(seed: String) throws(MintingError) {
      self.seed = seed
      plan = try ChainPlan(seed: seed)
      rsaKey = try TestKey(.rsa2048, seed: seed, label: "rsa")
    }

    /// Adds a case whose chain comes from a changed plan.
    mutating func add(
      _ verdict: ChainCase.Verdict,
      _ name: String,
      _ remark: String,
      moment: Int64 = usualMoment,
      change: (inout ChainPlan) throws(MintingError) -> Void = { (_) throws(MintingError) in }
    ) throws(MintingError) {
      append(verdict, name, remark, moment: moment, authority: try authority(change: change))
    }

    /// An authority with a changed plan.
    mutating func authority(
      change: (inout ChainPlan) throws(MintingError) -> Void = { (_) throws(MintingError) in }
    ) throws(MintingError) -> TestAuthority {
      var changed = plan
      try change(&changed)
      return try TestAuthority(plan: changed, mint: &mint)
    }

    /// Adds a case whose `x5c` or trusted roots are not simply the authority's.
    mutating func append(
      _ verdict: ChainCase.Verdict,
      _ name: String,
      _ remark: String,
      moment: Int64 = usualMoment,
      authority: TestAuthority,
      certificates: [[UInt8]]? = nil,
      anchors: [[UInt8]]? = nil
    ) {
      cases.append(
        ChainCase(
          name: name, remark: remark, verdict: verdict, authority: authority,
          certificates: certificates ?? authority.chain, anchors: anchors ?? [authority.root], moment: moment))
    }
  }
#endif
