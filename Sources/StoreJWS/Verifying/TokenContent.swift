// SPDX-License-Identifier: MIT
internal import JOSE
internal import StrictJSON

/// A token's payload as it was read, or why it could not be.
struct TokenContent<Payload: TokenPayload> {
  /// The decoded segment.
  private(set) var json: [UInt8]?
  private(set) var payload: Held<Payload>?
  /// What the payload claims and what it looks like; taken before it goes to the heap, where asking would copy it.
  private(set) var claims: PayloadClaims?
  private(set) var kind = PayloadKind.unknown
  private(set) var error: StoreError?

  /// Nothing, without a fault of its own, where there are no segments.
  init(_ token: Span<UInt8>, _ segments: JWSSegments?) {
    guard let segments else { return }
    do throws(JOSEError) {
      let json = try CompactJWS.decode(.payload, token, segments)
      self.json = json
      do throws(JSONError) {
        let read = try Payload(json: json)
        claims = read.claims
        kind = read.payloadKind
        payload = Held(read)
      } catch {
        self.error = StoreError(error, payload: json, segments)
      }
    } catch {
      self.error = StoreError(error)
    }
  }
}
