import ASN1Reading
// SPDX-License-Identifier: MIT
import FuzzHarness

/// A walk over all elements stays inside of them, with and without the liberties of receipts.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let input = unsafe bytes(start, count)
  for liberties in [ASN1Liberties(), .receipt] {
    do throws(ASN1Error) {
      var reader = try ASN1Reader(input.span, liberties: liberties, limits: .receipt)
      var scopes: [ASN1Scope] = []
      while true {
        if reader.isAtEnd {
          guard let scope = scopes.popLast() else { break }
          try reader.leave(scope)
          continue
        }
        let element = try reader.next()
        require(element.start < element.end && element.end <= input.count, "the element lies outside")
        require(
          element.start <= element.content.lowerBound && element.content.upperBound <= element.end,
          "the content lies outside")
        values(of: element, &reader)
        if element.isConstructed { scopes.append(try reader.enter(element)) }
      }
      try reader.finish()
    } catch {
      require((0...input.count).contains(error.offset), "the offset is outside: \(error)")
    }
  }
  return 0
}

/// Reads an element as everything that it might be; a whole number must be its octets.
func values(of element: ASN1Element, _ reader: inout ASN1Reader) {
  let number = outcome { () throws(ASN1Error) in try reader.int64(element) }
  if case .success(let value) = number, value >= 0, let unsigned = try? reader.uint64(element) {
    require(UInt64(value) == unsigned, "signed and unsigned differ")
  }
  _ = try? reader.integerOctets(element)
  _ = try? reader.boolean(element)
  _ = try? reader.null(element)
  _ = try? reader.text(element)
  _ = try? reader.utf8(element)
  _ = try? reader.time(element)
  if let bits = try? reader.bitString(element) { require(bits.octets.upperBound <= element.end, "bits lie outside") }
  if let identifier = try? reader.objectIdentifier(element) {
    // An arc of more than 64 bits is shown as a question mark.
    let text = "\(identifier)"
    require(text.contains("?") || ObjectIdentifier(dotted: text) == identifier, "\(text) does not come back")
  }
}
