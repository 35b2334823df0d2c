// SPDX-License-Identifier: MIT
public import FoundationEssentials
public import JOSE

/// Who signed: the facts of leaf, intermediate and anchor.
public struct Signer: Hashable, Sendable {
  /// The certificate whose key signed; nil where the caller gave the key itself (`FixedKeyChainChecker`).
  public let leaf: CertificateFacts?
  /// Its issuer; nil for Xcode's single certificate.
  public let intermediate: CertificateFacts?
  /// The anchors that vouch; empty where the chain is not trusted, or where the caller vouches.
  public let anchors: [CertificateFacts]
  /// Who vouches.
  public let origin: SignerOrigin

  /// Who signed, by what a checker found; nil if there is neither a certificate nor a key that the caller vouches for.
  package init?(_ chain: CertificateChainVerdict) {
    guard chain.leaf != nil || chain.chainTrust == .passed else { return nil }
    leaf = chain.leaf
    intermediate = chain.intermediate
    anchors = chain.anchors
    origin = chain.origin
  }
}

/// A payload that a verifier has accepted. There is no other way to get one.
///
/// It says that the signer signed these bytes and that they keep the verifier's expectations. It does not say that the
/// sender is the buyer: where that matters, demand an app account token or a transaction id.
public struct Verified<Payload: Sendable>: Sendable {
  private let heldPayload: Held<Payload>
  private let heldSigner: Held<Signer>
  /// When, by its own word; nil if the token does not say and the caller gave a moment.
  public let signedDate: Date?
  /// What became of every check.
  public let report: VerificationReport
  private let received: TokenCharacters

  /// The token as received. Signatures are over these bytes; two receipts of one token are equal here.
  public var characters: [UInt8] { received.array }

  /// What the token says.
  public var payload: Payload {
    // A plain getter would copy the whole payload for one member.
    _read { yield heldPayload.value }
  }

  /// Who signed it.
  public var signer: Signer {
    _read { yield heldSigner.value }
  }

  /// Only for verifiers of this package: a value of this type is the proof that one of them accepted the bytes.
  package init(payload: Payload, signer: Signer, signedDate: Date?, report: VerificationReport, characters: [UInt8]) {
    self.init(
      Held(payload), signer: Held(signer), signedDate: signedDate, report: report,
      characters: TokenCharacters(characters))
  }

  init(
    _ payload: Held<Payload>, signer: Held<Signer>, signedDate: Date?, report: VerificationReport,
    characters: TokenCharacters
  ) {
    heldPayload = payload
    heldSigner = signer
    self.signedDate = signedDate
    self.report = report
    received = characters
  }

  /// The same evidence with the payload seen in another way; the verdict is about the bytes, so it stays.
  func map<Other: Sendable>(_ transform: (Payload) -> Other) -> Verified<Other> {
    Verified<Other>(
      Held(transform(payload)), signer: heldSigner, signedDate: signedDate, report: report, characters: received)
  }
}

extension Verified: Equatable where Payload: Equatable {
  /// Whether payload, signer, date, report and characters are all the same.
  public static func == (left: Verified, right: Verified) -> Bool {
    left.characters == right.characters && left.payload == right.payload && left.signer == right.signer
      && left.signedDate == right.signedDate && left.report == right.report
  }
}

extension Verified: Hashable where Payload: Hashable {
  /// Hashes the characters; values that are equal have the same.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(characters)
  }
}

/// All that could be found out about one token, trusted or not: for tools that must show it in any case.
///
/// A server that only wants what is true uses ``get()`` or the verifier's typed calls.
public struct Examination<Payload: Sendable>: Sendable {
  /// The kind of the payload, by the look of it; `unknown` if it could not be read.
  public let kind: PayloadKind
  /// The decoded payload segment, if that much could be read.
  public let payloadJSON: [UInt8]?
  /// Why the token could not be read; nil if it could.
  public let error: StoreError?
  /// What became of every check.
  public internal(set) var report: VerificationReport
  let received: TokenCharacters
  let signingMilliseconds: Double?
  let record: HeaderRecord?
  let heldPayload: Held<Payload>?

  /// What the token says, whoever wrote it; nil if it could not be read. Not to be acted on.
  public var unverifiedPayload: Payload? { heldPayload?.value }

  /// The token as received.
  public var characters: [UInt8] { received.array }

  /// The header, if it could be read.
  public var header: JOSEHeader? { record?.header }

  /// Who signed, by the certificates in the header; trusted only if the report says so.
  public var signer: Signer? { record?.signer?.value }

  /// What ``signer`` is kept in: the same object for all tokens under one remembered header, for callers that keep what they
  /// have made of it.
  package var signerIdentity: AnyObject? { record?.signer }

  /// Remarks that are no findings.
  public var notes: [String] { record?.chain.notes ?? [] }

  /// The verified payload; nil unless the report's state is `verified`.
  public var verified: Verified<Payload>? {
    guard error == nil, report.state == .verified, let heldPayload, let signer = record?.signer else { return nil }
    return Verified(
      heldPayload, signer: signer,
      signedDate: signingMilliseconds.map { Date(timeIntervalSince1970: $0 / 1000) }, report: report,
      characters: received)
  }

  /// The verified payload, or why there is none.
  ///
  /// - Throws: ``StoreError`` with the fault of reading, else with the most telling failed check; the report is attached.
  public func get() throws(StoreError) -> Verified<Payload> {
    if let verified { return verified }
    if var error {
      error.report = report
      throw error
    }
    throw StoreError(report)
      ?? StoreError(code: .notChecked, category: .notTrusted, message: "not verified", report: report)
  }
}
