// SPDX-License-Identifier: MIT
public import JOSE

/// Checks tokens against one policy, and remembers the headers that have proved good.
///
/// Make one and share it: it is safe to use from any number of tasks at once. `OpenSSLSignatures` has
/// `StoreVerifier.appStore(…)`, which brings Apple's roots along.
///
/// What is checked, in this order: the form of the token, its algorithm, number, trust and purpose of its certificates, its
/// signing date, their validity at the chosen moment, the signature over the received characters, then whatever the policy
/// expects. All checks are run as far as they can be, and all are reported; one that fails refuses the token.
///
/// What is not checked unless demanded: who sends the token (a verified token says that somebody bought), how old it is,
/// and whether a certificate has been revoked.
public final class StoreVerifier: Sendable {
  /// The policy.
  public let policy: VerificationPolicy
  /// Budgets on tokens.
  public let limits: JWSLimits
  let chainChecker: any CertificateChainChecker
  let signatureChecker: any SignatureChecker
  let revocationChecker: (any RevocationChecker)?
  let unavailableRevocationPasses: Bool
  let cache: HeaderCache
  let checks: PolicyChecks

  /// Makes a verifier from its parts.
  ///
  /// - Parameters:
  ///   - policy: what is expected.
  ///   - chainChecker: turns certificates into a trusted key.
  ///   - signatureChecker: checks signatures.
  ///   - revocationChecker: asks about revocation; nil leaves that check out, and the report says so. Only the
  ///     asynchronous calls ask.
  ///   - unavailableRevocationPasses: whether a token is accepted when no answer about revocation was to be had.
  ///   - headerCapacity: how many headers are remembered; a header takes some 20 KB.
  ///   - limits: budgets.
  /// - Throws: `configuration` for a policy that could never be kept: an empty list of accepted values.
  public convenience init(
    policy: VerificationPolicy,
    chainChecker: any CertificateChainChecker,
    signatureChecker: any SignatureChecker,
    revocationChecker: (any RevocationChecker)? = nil,
    unavailableRevocationPasses: Bool = false,
    headerCapacity: Int = 1024,
    limits: JWSLimits = .standard
  ) throws(StoreError) {
    try self.init(
      policy: policy, chainChecker: chainChecker, signatureChecker: signatureChecker,
      revocationChecker: revocationChecker, unavailableRevocationPasses: unavailableRevocationPasses, limits: limits,
      cache: HeaderCache(capacity: headerCapacity))
  }

  /// The same verifier with another policy; remembered headers are shared, as no verdict in them depends on the policy.
  ///
  /// - Throws: `configuration` for a policy that could never be kept: an empty list of accepted values.
  public func with(policy: VerificationPolicy) throws(StoreError) -> StoreVerifier {
    try StoreVerifier(
      policy: policy, chainChecker: chainChecker, signatureChecker: signatureChecker,
      revocationChecker: revocationChecker, unavailableRevocationPasses: unavailableRevocationPasses, limits: limits,
      cache: cache)
  }

  private init(
    policy: VerificationPolicy, chainChecker: any CertificateChainChecker, signatureChecker: any SignatureChecker,
    revocationChecker: (any RevocationChecker)?, unavailableRevocationPasses: Bool, limits: JWSLimits,
    cache: HeaderCache
  ) throws(StoreError) {
    try policy.validate()
    self.policy = policy
    self.limits = limits
    self.chainChecker = chainChecker
    self.signatureChecker = signatureChecker
    self.revocationChecker = revocationChecker
    self.unavailableRevocationPasses = unavailableRevocationPasses
    self.cache = cache
    checks = PolicyChecks(policy, noun: "token", dateName: "signing date")
  }

  /// How many headers are remembered.
  public var rememberedHeaderCount: Int { cache.count }

  // MARK: - One token

  /// Finds out all that can be found out about a token. Never throws: what is wrong is in the result.
  ///
  /// - Parameters:
  ///   - token: the characters as received.
  ///   - payload: the type to read the payload as.
  public func examine<Payload: TokenPayload>(_ token: [UInt8], as payload: Payload.Type) -> Examination<Payload> {
    var memory = HeaderMemory(keepsFresh: false)
    return examine(token, as: payload, memory: &memory)
  }

  /// Finds out all that can be found out about a token; see ``examine(_:as:)-([UInt8],_)``. The characters are copied, for the
  /// examination keeps them.
  public func examine<Payload: TokenPayload>(
    _ token: Span<UInt8>, as payload: Payload.Type
  ) -> Examination<Payload> {
    examine([UInt8](copying: token), as: payload)
  }

  /// The one way from characters to findings, for a worker that remembers the tokens before.
  @_specialize(where Payload == SignedTransaction)
  func examine<Payload: TokenPayload>(
    _ token: [UInt8], as payload: Payload.Type, memory: inout HeaderMemory
  ) -> Examination<Payload> {
    let opened = OpenedToken(token.span, for: self, memory: &memory)
    let verdict = opened.signatureStep(token.span, checker: signatureChecker)
    return finish(opened, as: payload, characters: TokenCharacters(token), verdict)
  }

  /// Verifies a token and gives its payload.
  ///
  /// - Throws: ``StoreError``: why the token could not be read, or the most telling failed check, with the whole report.
  public func verify<Payload: TokenPayload>(
    _ token: [UInt8], as payload: Payload.Type
  ) throws(StoreError) -> Verified<Payload> {
    try examine(token, as: payload).get()
  }

  /// Verifies a token and gives its payload; see ``verify(_:as:)-([UInt8],_)``. The characters are copied, for the verified value
  /// keeps them.
  ///
  /// - Throws: ``StoreError``; see ``verify(_:as:)-([UInt8],_)``.
  public func verify<Payload: TokenPayload>(
    _ token: Span<UInt8>, as payload: Payload.Type
  ) throws(StoreError) -> Verified<Payload> {
    try verify([UInt8](copying: token), as: payload)
  }

  /// Verifies a signed transaction.
  ///
  /// - Throws: ``StoreError``; see ``verify(_:as:)-([UInt8],_)``.
  public func transaction(_ token: String) throws(StoreError) -> Verified<SignedTransaction> {
    try transaction(Array(token.utf8))
  }

  /// Verifies a signed transaction.
  ///
  /// - Throws: ``StoreError``; see ``verify(_:as:)-([UInt8],_)``.
  public func transaction(_ token: [UInt8]) throws(StoreError) -> Verified<SignedTransaction> {
    try verify(token, as: SignedTransaction.self)
  }

  /// Verifies a signed renewal info.
  ///
  /// - Throws: ``StoreError``; see ``verify(_:as:)-([UInt8],_)``.
  public func renewalInfo(_ token: String) throws(StoreError) -> Verified<RenewalInfo> {
    try renewalInfo(Array(token.utf8))
  }

  /// Verifies a signed renewal info.
  ///
  /// - Throws: ``StoreError``; see ``verify(_:as:)-([UInt8],_)``.
  public func renewalInfo(_ token: [UInt8]) throws(StoreError) -> Verified<RenewalInfo> {
    try verify(token, as: RenewalInfo.self)
  }
}
