// SPDX-License-Identifier: MIT

#if OpenSSL
  internal import ASN1Reading
  public import JOSE

  /// The certificates that a caller trusts: roots that may vouch for others, and certificates of Xcode, which stand for
  /// themselves alone.
  ///
  /// A root is trusted by its bytes: neither its own signature nor its lifetime matters here (lifetimes are judged at
  /// each token's moment). Roots that lead to no token do no harm, whatever their name, age or algorithm.
  ///
  /// ```swift
  /// let anchors = try TrustAnchors.appStoreTokens.adding(file: bytesOfMyTestRoot)
  /// ```
  public struct TrustAnchors: Sendable {
    /// Roots; each has a store of its own.
    let authorities: [Authority]
    /// Certificates that match only a byte-identical signer and never enter a store: they say that they may sign
    /// others, and everybody who has Xcode has their key.
    let xcodeCertificates: [CertificateSummary]

    /// One trusted root.
    struct Authority: Sendable {
      let summary: CertificateSummary
      let facts: CertificateFacts
      let store: AnchorStore
      /// One of the roots that this package bundles, by fingerprint.
      let isBundled: Bool
    }

    /// Apple Root CA - G3, under which every App Store token has been signed since there are any.
    public static let appStoreTokens = bundled([AppleRoots.g3])

    /// Apple Root CA, Apple Root CA - G2 and Apple Root CA - G3, for app receipts.
    public static let appStoreReceipts = bundled([AppleRoots.rootCA, AppleRoots.g2, AppleRoots.g3])

    /// Trusts nobody, as a start for ``adding(file:)``.
    public static let none = TrustAnchors(authorities: [], xcodeCertificates: [])

    /// Reads a file of trusted certificates.
    ///
    /// A certificate named as Xcode names its own (``isNamedLikeXcode``) is trusted as such and not as a root.
    ///
    /// - Parameter file: one certificate in DER, or PEM with one or more and any text between them; at most 1 MiB.
    /// - Throws: ``TrustAnchorError``: `empty`, `webPage`, `notACertificate`, `otherPEM`, `pemMalformed`,
    ///   `certificateMalformed`, `overLimit`, `unavailable`.
    public init(file: [UInt8]) throws(TrustAnchorError) {
      self = try TrustAnchors.none.adding(file: file)
    }

    /// These and the certificates of a file.
    ///
    /// - Throws: as ``init(file:)``.
    public func adding(file: [UInt8]) throws(TrustAnchorError) -> TrustAnchors {
      try adding(CertificateFile.read(file), asXcode: false)
    }

    /// These and the certificates of a file, each trusted as a certificate of Xcode's, whatever its name: it matches
    /// only a signer that is the same byte for byte, and vouches for no other certificate.
    ///
    /// - Throws: as ``init(file:)``.
    public func adding(xcodeCertificates file: [UInt8]) throws(TrustAnchorError) -> TrustAnchors {
      try adding(CertificateFile.read(file), asXcode: true)
    }

    /// These and those of another list.
    public func adding(_ other: TrustAnchors) -> TrustAnchors {
      TrustAnchors(
        authorities: authorities + other.authorities, xcodeCertificates: xcodeCertificates + other.xcodeCertificates)
    }

    /// What is trusted, in the order given: roots first, then certificates of Xcode.
    public var certificates: [CertificateFacts] {
      authorities.map(\.facts) + xcodeCertificates.map { CertificateFacts($0) }
    }

    // MARK: - Building

    private init(authorities: [Authority], xcodeCertificates: [CertificateSummary]) {
      self.authorities = authorities
      self.xcodeCertificates = xcodeCertificates
    }

    private static let bundledDER: Set<[UInt8]> = [AppleRoots.rootCA, AppleRoots.g2, AppleRoots.g3]

    private static func bundled(_ roots: [[UInt8]]) -> TrustAnchors {
      // A test reads every bundled root, so none is ever missing here.
      roots.reduce(none) { anchors, der in (try? anchors.adding(file: der)) ?? anchors }
    }

    private func adding(
      _ entries: [CertificateFile.Entry], asXcode: Bool
    ) throws(TrustAnchorError) -> TrustAnchors {
      var authorities = authorities
      var xcodeCertificates = xcodeCertificates
      for entry in entries {
        if asXcode || entry.summary.isNamedLikeXcode {
          xcodeCertificates.append(entry.summary)
          continue
        }
        guard let certificate = OwnedCertificate(der: entry.summary.der) else {
          throw TrustAnchorError(
            .certificateMalformed, .malformed, at: entry.offset, "libcrypto cannot read the certificate as it is")
        }
        guard let store = AnchorStore(anchor: certificate) else {
          throw TrustAnchorError(.unavailable, .unavailable, at: entry.offset, "libcrypto could not make a store")
        }
        authorities.append(
          Authority(
            summary: entry.summary, facts: CertificateFacts(entry.summary), store: store,
            isBundled: Self.bundledDER.contains(entry.summary.der)))
      }
      return TrustAnchors(authorities: authorities, xcodeCertificates: xcodeCertificates)
    }
  }

  extension CertificateSummary {
    /// Self-issued, with one of the common names that Xcode's local store gives its certificates: "StoreKit Testing in
    /// Xcode" signs tokens, "StoreKit" signs receipts. A guess from a name, good for words and for keeping a
    /// certificate out of a store, never for trust.
    var isNamedLikeXcode: Bool {
      isSelfIssued && ["StoreKit Testing in Xcode", "StoreKit"].contains(subject.commonName)
    }
  }
#endif
