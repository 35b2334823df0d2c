import ASN1Reading
// SPDX-License-Identifier: MIT
import FuzzHarness

/// A summary is of the whole input, from both entry points.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let input = unsafe bytes(start, count)
  let array = outcome { () throws(ASN1Error) in try CertificateSummary(der: input) }
  let span = outcome { () throws(ASN1Error) in try CertificateSummary(der: input.span) }
  switch (array, span) {
  case (.success(let left), .success(let right)): require("\(left)" == "\(right)", "the entry points differ")
  case (.failure(let left), .failure(let right)):
    require(left == right, "the entry points differ")
    require((0...input.count).contains(left.offset), "the offset is outside: \(left)")
  default: require(false, "one entry point accepts what the other refuses")
  }
  return 0
}
