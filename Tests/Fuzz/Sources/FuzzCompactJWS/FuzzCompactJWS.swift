// SPDX-License-Identifier: MIT
import FuzzHarness
import JOSE

/// The segments of an accepted token encode back to the token; an error's place lies in the token.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let input = unsafe bytes(start, count)
  do throws(JOSEError) {
    let token = try CompactJWS(input)
    let parts = [token.header.json, token.payload, token.signature].map { Base64URL.encode($0.span) }
    require(Array(parts.joined(separator: [UInt8(ascii: ".")])) == input, "two texts for one token")
    require(Array(token.signingInput) == Array(input[..<token.segments.payloadEnd]), "another signing input")
    _ = outcome { () throws(JOSEError) in try token.header.certificates() }
  } catch {
    require((0...input.count).contains(error.offset), "the offset is outside: \(error)")
  }
  return 0
}
