// SPDX-License-Identifier: MIT
import FuzzHarness
import JOSE
import StrictJSON

/// A header reads as its tree says; certificates decode or say where they do not.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let input = unsafe bytes(start, count)
  do throws(JSONError) {
    let header = try JOSEHeader(json: input)
    let tree = try JSONValue(parsing: input.span)
    require(tree["alg"] == header.algorithm.map { .string($0.rawValue) }, "another alg")
    require(tree["kid"] == header.keyID.map { .string($0) }, "another kid")
    require(header.certificateTexts?.count ?? 0 == min(header.certificateCount, 4), "another number of entries")
    switch outcome({ () throws(JOSEError) in try header.certificates() }) {
    case .success(let certificates):
      require(certificates.map { Base64.encode($0) } == header.certificateTexts ?? [], "two texts for one certificate")
    case .failure(let error):
      require(error.offset >= 0 && error.path?.hasPrefix("$.x5c[") == true, "no place: \(error)")
    }
  } catch {
    require((0...input.count).contains(error.offset), "the offset is outside: \(error)")
  }
  return 0
}
