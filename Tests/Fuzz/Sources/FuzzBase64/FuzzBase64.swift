// SPDX-License-Identifier: MIT
import FuzzHarness
import JOSE

/// What is accepted encodes back to the same text; an error's place lies in the text; all entry points agree.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let input = unsafe bytes(start, count)
  let text = String(validating: input, as: UTF8.self)
  let urlSafe = outcome { () throws(JOSEError) in try Base64URL.decode(input) }
  require(urlSafe == outcome { () throws(JOSEError) in try Base64URL.decode(input.span) }, "Span differs")
  if let text { require(urlSafe == outcome { () throws(JOSEError) in try Base64URL.decode(text) }, "String differs") }
  check(urlSafe, input) { Base64URL.encode($0.span) }
  let standard = outcome { () throws(JOSEError) in try Base64.decode(input) }
  check(standard, input) { Base64.encode($0.span) }
  // Any bytes have a text in both alphabets.
  require((try? Base64URL.decode(Base64URL.encode(input))) == input, "base64url does not come back")
  require((try? Base64.decode(Base64.encode(input))) == input, "base64 does not come back")
  return 0
}

func check(_ outcome: Result<[UInt8], JOSEError>, _ input: [UInt8], _ encode: ([UInt8]) -> [UInt8]) {
  switch outcome {
  case .success(let bytes): require(encode(bytes) == input, "two texts for the same bytes")
  case .failure(let error): require((0...input.count).contains(error.offset), "the offset is outside: \(error)")
  }
}
