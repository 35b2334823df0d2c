// SPDX-License-Identifier: MIT
#if OpenSSL
  import JOSE

  /// How the parts of a minted token are put together; the default is right (RFC 7515 §7.1).
  public struct TokenForm: Hashable, Sendable {
    /// What the third segment holds.
    public enum Signature: Hashable, Sendable {
      /// The 64 octets r‖s (RFC 7518 §3.4).
      case joseOctets
      /// DER of ECDSA-Sig-Value: right in X.509, wrong in a token.
      case der
      /// Nothing, but the dot before it.
      case empty
      /// Neither dot nor segment: the signing input alone.
      case missing
      /// The first octets of r‖s.
      case first(Int)
      /// r‖s and more octets.
      case extended([UInt8])
      /// These octets, whatever they are.
      case these([UInt8])
    }

    /// What the third segment holds.
    public var signature: Signature
    /// Which of the possible signatures.
    public var shape: TestKey.SignatureShape
    /// The key that signs, where it is not the leaf's.
    public var signingKey: TestKey?
    /// Whether the segments carry base64 padding, which RFC 7515 §2 forbids; the signature is over the unpadded text.
    public var isPadded: Bool

    /// Makes a form.
    public init(
      signature: Signature = .joseOctets,
      shape: TestKey.SignatureShape = .standard,
      signingKey: TestKey? = nil,
      isPadded: Bool = false
    ) {
      self.signature = signature
      self.shape = shape
      self.signingKey = signingKey
      self.isPadded = isPadded
    }
  }

  /// Signs many payloads under one header.
  public struct TokenSigner: Hashable, Sendable {
    /// The header as JSON text.
    public let header: String
    /// The header segment, unpadded.
    public let headerSegment: String
    private let key: TestKey
    private let form: TokenForm

    init(header: String, key: TestKey, form: TokenForm) {
      self.header = header
      headerSegment = Base64URL.encode(Array(header.utf8))
      self.key = key
      self.form = form
    }

    /// A compact JWS over these octets.
    ///
    /// - Throws: ``MintingError/Code/wrongKeyType`` if the key is not P-256.
    public func sign(_ payload: [UInt8]) throws(MintingError) -> String {
      let signingInput = headerSegment + "." + Base64URL.encode(payload)
      let signature = try signatureOctets(over: Array(signingInput.utf8))
      guard form.isPadded else {
        return signature.map { signingInput + "." + Base64URL.encode($0) } ?? signingInput
      }
      return ([Array(header.utf8), payload] + (signature.map { [$0] } ?? []))
        .map { octets in Base64URL.encode(octets) + String(repeating: "=", count: (3 - octets.count % 3) % 3) }
        .joined(separator: ".")
    }

    private func signatureOctets(over signingInput: [UInt8]) throws(MintingError) -> [UInt8]? {
      switch form.signature {
      case .missing: nil
      case .empty: []
      case .these(let octets): octets
      case .der: try key.signDER(signingInput, digest: .sha256)
      case .joseOctets: try key.signES256(signingInput, shape: form.shape)
      case .first(let count): Array(try key.signES256(signingInput, shape: form.shape).prefix(count))
      case .extended(let octets): try key.signES256(signingInput, shape: form.shape) + octets
      }
    }
  }
#endif
