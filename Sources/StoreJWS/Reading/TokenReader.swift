// SPDX-License-Identifier: MIT
public import JOSE
internal import StrictJSON

/// Reads many tokens and believes none of them: for bulk work on tokens that were verified before, or whose verdict does not
/// matter.
///
/// A token must be well formed in all three segments. The header of the token before is remembered: one that is the same
/// byte for byte is not read again, which is what makes bulk reading fast.
public struct TokenReader: Sendable {
  private let limits: JWSLimits
  private var lastHeader: [UInt8] = []

  /// Begins with no header remembered.
  public init(limits: JWSLimits = .standard) {
    self.limits = limits
  }

  /// Reads one token. Allocates for the payload, the strings that are longer than 15 bytes, and nothing for a header that is
  /// the same as before.
  ///
  /// - Parameters:
  ///   - token: the characters as received.
  ///   - payload: the type to read the payload as; what the payload claims is not checked.
  /// - Throws: ``StoreError`` for a fault of form, with the offset in `token`.
  @_specialize(where Payload == SignedTransaction)
  public mutating func read<Payload: TokenPayload>(
    _ token: Span<UInt8>, as payload: Payload.Type
  ) throws(StoreError) -> Payload {
    do throws(JOSEError) {
      let segments = try cut(token)
      let json = try CompactJWS.decode(.payload, token, segments)
      try CompactJWS.check(.signature, token, segments)
      do throws(JSONError) {
        return try Payload(json: json)
      } catch {
        throw JOSEError(error, in: .payload, json: json, segments)
      }
    } catch {
      throw StoreError(wrongCut(token) ?? error)
    }
  }

  /// Why the token cannot be cut, nil if it can be: behind a header that is remembered nobody looks for a third dot, until
  /// something is wrong.
  private func wrongCut(_ token: Span<UInt8>) -> JOSEError? {
    do throws(JOSEError) {
      _ = try JWSSegments(token, limits: limits)
      return nil
    } catch {
      return error
    }
  }

  private mutating func cut(_ token: Span<UInt8>) throws(JOSEError) -> JWSSegments {
    if !lastHeader.isEmpty, let segments = JWSSegments(token, after: lastHeader, limits: limits) { return segments }
    let segments = try JWSSegments(token, limits: limits)
    _ = try CompactJWS.header(of: token, segments, limits: limits)
    lastHeader = [UInt8](copying: token.extracting(segments.header))
    return segments
  }
}

extension SignedPayload {
  /// Reads a token that nobody vouches for: its form is checked, its signature is not. Whatever it says may be a lie.
  ///
  /// - Throws: ``StoreError`` for a fault of form, with the offset in `token`.
  public init(unverified token: Span<UInt8>) throws(StoreError) {
    var reader = TokenReader()
    self = try reader.read(token, as: Self.self)
  }

  /// Reads a token that nobody vouches for; see ``init(unverified:)-(Span<UInt8>)``.
  public init(unverified token: [UInt8]) throws(StoreError) {
    try self.init(unverified: token.span)
  }

  /// Reads a token that nobody vouches for; see ``init(unverified:)-(Span<UInt8>)``. Offsets count UTF-8 bytes.
  public init(unverified token: String) throws(StoreError) {
    try self.init(unverified: Array(token.utf8))
  }
}
