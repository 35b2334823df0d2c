// SPDX-License-Identifier: MIT

#if OpenSSL
  public import JOSE

  /// ECDSA with P-256 and SHA-256 (RFC 7518 §3.4) by libcrypto.
  ///
  /// A key must be a DER SubjectPublicKeyInfo with id-ecPublicKey, the named curve prime256v1 and an uncompressed
  /// point on it; any other is `unsupported`. A signature that is not 64 bytes, or whose r or s is not in 1…n−1, is
  /// `invalid`.
  ///
  /// There are three paths with one answer. ``check(algorithm:publicKey:signingInput:signature:)`` and prepared
  /// checks run `EVP_PKEY_verify`. A batch takes the inverses of all its signatures together, and for a key that has
  /// proved hot it multiplies through a table; what is odd on the way goes back to `EVP_PKEY_verify`.
  public final class ES256Checker: PreparingSignatureChecker {
    private let tables: KeyTables?

    /// Makes a checker.
    ///
    /// - Parameter batching: whether batches may leave the plain path, and when a key earns a table.
    public init(batching: BatchingPolicy = .automatic) {
      tables = LibraryMode.isFIPS ? nil : KeyTables(policy: batching)
    }

    /// Checks one signature by `EVP_PKEY_verify`, reading the key anew.
    public func check(
      algorithm: SignatureAlgorithm,
      publicKey: [UInt8],
      signingInput: Span<UInt8>,
      signature: Span<UInt8>
    ) -> SignatureVerdict {
      guard algorithm == .es256 else { return .unsupported("the algorithm is not ES256") }
      let key: ES256PublicKey
      do {
        key = try ES256PublicKey(subjectPublicKeyInfo: publicKey)
      } catch {
        return error.verdict
      }
      guard let digest = SHA256Hash.digest(signingInput) else { return .failed("SHA-256 is not available") }
      return key.check(digest: digest.span, signature: signature)
    }

    /// Prepares for many tokens under one key and one header.
    ///
    /// Prepare for keys that a trusted chain vouches for: what is kept for a key (64 bytes, and a table once it is hot)
    /// should not be an attacker's to choose.
    ///
    /// - Returns: nil for another algorithm, for a key that is not admitted, and where the process is set to FIPS;
    ///   the plain check then says which.
    public func prepare(
      algorithm: SignatureAlgorithm,
      publicKey: [UInt8],
      prefix: Span<UInt8>
    ) -> (any PreparedSignatureChecker)? {
      guard algorithm == .es256, !LibraryMode.isFIPS,
        let key = try? ES256PublicKey(subjectPublicKeyInfo: publicKey)
      else { return nil }
      var state = SHA256Hash()
      state.update(prefix)
      return PreparedES256(key: key, prefixState: state, hotKey: tables?.entry(for: key))
    }

    /// How many keys have a table now, and how many tables were ever made: for tests of the budgets.
    package var tableCounts: (held: Int, built: Int) { tables?.tableCounts ?? (0, 0) }

    /// A batch that shares one inversion and uses the tables of hot keys; a plain one where ``BatchingPolicy/off``, FIPS or
    /// a lack of memory leave nothing to share.
    public func makeBatch() -> any SignatureBatch {
      guard let tables, let arithmetic = LibraryErrors.clean({ BatchArithmetic() }) else { return PlainBatch() }
      return ES256Batch(tables: tables, arithmetic: arithmetic)
    }
  }

  /// One key with the hash state after one signing-input prefix.
  package final class PreparedES256: PreparedSignatureChecker {
    let key: ES256PublicKey
    let prefixState: SHA256Hash
    /// What the checker's tables know of the key; nil if batches are plain.
    let hotKey: HotKey?

    init(key: ES256PublicKey, prefixState: SHA256Hash, hotKey: HotKey?) {
      self.key = key
      self.prefixState = prefixState
      self.hotKey = hotKey
    }

    package func check(suffix: Span<UInt8>, signature: Span<UInt8>) -> SignatureVerdict {
      let digest = digest(suffix: suffix)
      return key.check(digest: digest.span, signature: signature)
    }

    /// Checks a signature over a digest of 32 bytes on the plain path.
    package func check(digest: Span<UInt8>, signature: Span<UInt8>) -> SignatureVerdict {
      key.check(digest: digest, signature: signature)
    }

    /// SHA-256 of the prepared prefix followed by `suffix`.
    @inline(__always)
    func digest(suffix: Span<UInt8>) -> InlineArray<32, UInt8> {
      var state = prefixState
      state.update(suffix)
      return state.finish()
    }
  }

  /// The batch of a checker that has nothing to gain from batches: each signature is checked as it is added.
  final class PlainBatch: SignatureBatch {
    private var verdicts: [SignatureVerdict] = []

    var count: Int { verdicts.count }

    func add(_ prepared: any PreparedSignatureChecker, suffix: Span<UInt8>, signature: Span<UInt8>) {
      verdicts.append(prepared.check(suffix: suffix, signature: signature))
    }

    func finish(_ verdicts: inout [SignatureVerdict]) {
      verdicts += self.verdicts
      self.verdicts.removeAll(keepingCapacity: true)
    }
  }
#endif
