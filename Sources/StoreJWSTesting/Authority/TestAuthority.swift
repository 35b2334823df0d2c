// SPDX-License-Identifier: MIT
#if OpenSSL
  /// A throwaway authority that signs tokens as the App Store does: three certificates, ES256, compact serialization.
  ///
  /// The seed decides everything: the same seed, the same changes and the same payload give the same octets on every
  /// machine and in every run. Give the verifier under test ``root`` as its only trusted root.
  ///
  /// ```swift
  /// let authority = try TestAuthority()
  /// let token = try authority.sign(#"{"transactionId":"1","signedDate":1760000000000}"#)
  /// ```
  ///
  /// A chain that breaks one rule is a change to the plan:
  ///
  /// ```swift
  /// let expired = try TestAuthority { plan in plan.leaf.notAfter = plan.leaf.notBefore + 1 }
  /// ```
  public struct TestAuthority: Hashable, Sendable {
    /// What the certificates were made from.
    public let plan: ChainPlan
    /// DER of the root: the one to trust.
    public let root: [UInt8]
    /// DER of the intermediate.
    public let intermediate: [UInt8]
    /// DER of the leaf.
    public let leaf: [UInt8]

    /// Mints the chain of a plan.
    ///
    /// - Throws: ``MintingError/Code/wrongKeyType`` if the plan has a key sign with an algorithm that is not its own.
    public init(plan: ChainPlan) throws(MintingError) {
      self.plan = plan
      root = try plan.root.signed(by: plan.rootSigner)
      intermediate = try plan.intermediate.signed(by: plan.intermediateSigner)
      leaf = try plan.leaf.signed(by: plan.leafSigner)
    }

    /// Mints the chain of a plan, except for certificates that were minted before.
    init(plan: ChainPlan, mint: inout CertificateMint) throws(MintingError) {
      self.plan = plan
      root = try mint.certificate(plan.root, signedBy: plan.rootSigner)
      intermediate = try mint.certificate(plan.intermediate, signedBy: plan.intermediateSigner)
      leaf = try mint.certificate(plan.leaf, signedBy: plan.leafSigner)
    }

    /// Mints a chain of Apple's shape, after `change` has had its way with the plan.
    ///
    /// - Parameters:
    ///   - seed: decides keys and serial numbers.
    ///   - curves: the authorities' curves.
    ///   - change: what is to be different.
    /// - Throws: as ``init(plan:)``, and what `change` throws.
    public init(
      seed: String = "StoreJWS",
      curves: ChainPlan.Curves = .apple,
      change: (inout ChainPlan) throws(MintingError) -> Void = { (_) throws(MintingError) in }
    ) throws(MintingError) {
      var plan = try ChainPlan(seed: seed, curves: curves)
      try change(&plan)
      try self.init(plan: plan)
    }

    /// DER of leaf, intermediate and root: the `x5c` of a token (RFC 7515 §4.1.6).
    public var chain: [[UInt8]] {
      [leaf, intermediate, root]
    }

    /// The root as PEM text (RFC 7468 §5).
    public var rootPEM: String {
      PEMText.encode(root, label: "CERTIFICATE")
    }

    /// Signs a payload that is text already.
    ///
    /// - Parameters:
    ///   - payload: goes into the token as UTF-8, unchanged and unread.
    ///   - header: what the header says, rightly or wrongly.
    ///   - form: how the three parts are put together, rightly or wrongly.
    /// - Returns: the compact serialization (RFC 7515 §7.1).
    /// - Throws: ``MintingError/Code/wrongKeyType`` if the signing key is not P-256.
    public func sign(
      _ payload: String,
      header: TokenHeader = TokenHeader(),
      form: TokenForm = TokenForm()
    ) throws(MintingError) -> String {
      try signer(header: header, form: form).sign(Array(payload.utf8))
    }

    /// Signs a payload of any octets.
    ///
    /// - Throws: as ``sign(_:header:form:)``.
    public func sign(
      payload: [UInt8],
      header: TokenHeader = TokenHeader(),
      form: TokenForm = TokenForm()
    ) throws(MintingError) -> String {
      try signer(header: header, form: form).sign(payload)
    }

    /// A signer for many tokens with one header, which is then written once.
    public func signer(header: TokenHeader = TokenHeader(), form: TokenForm = TokenForm()) -> TokenSigner {
      TokenSigner(header: header.text(authorityChain: chain), key: form.signingKey ?? plan.leafKey, form: form)
    }
  }

  /// Remembers certificates: signing is deterministic, so the same request need not be answered twice.
  struct CertificateMint {
    private struct Request: Hashable {
      let template: CertificateTemplate
      let key: TestKey
    }

    private var minted: [Request: [UInt8]] = [:]

    mutating func certificate(
      _ template: CertificateTemplate,
      signedBy key: TestKey
    ) throws(MintingError) -> [UInt8] {
      let request = Request(template: template, key: key)
      if let known = minted[request] {
        return known
      }
      let certificate = try template.signed(by: key)
      minted[request] = certificate
      return certificate
    }
  }
#endif
