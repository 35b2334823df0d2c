// SPDX-License-Identifier: MIT
import FuzzHarness
import StrictJSON

/// Skipping, copying and building a tree agree; what is written again parses to the same, and is then written the same.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let input = unsafe bytes(start, count)
  let skipped = outcome { () throws(JSONError) in
    var reader = try JSONReader(input.span)
    try reader.skipValue()
    try reader.finish()
  }
  let copied = outcome { () throws(JSONError) in try copy(input) }
  let tree = outcome { () throws(JSONError) in try JSONValue(parsing: input.span) }
  switch (skipped, copied, tree) {
  case (.success, .success(let text), .success(let value)):
    require((try? JSONValue(parsing: text.span)) == value, "the copy means something else")
    require((try? copy(text)) == text, "the copy of the copy differs")
    var writer = JSONWriter()
    value.write(to: &writer)
    require((try? JSONValue(parsing: writer.bytes.span)) == value, "the written tree means something else")
    require(text.allSatisfy { $0 >= 0x20 && $0 != 0x7F }, "a control byte is left")
  case (.failure(let first), .failure(let second), .failure(let third)):
    require(first == second && second == third, "\(first), \(second), \(third)")
    require((0...input.count).contains(first.offset), "the offset is outside: \(first)")
  default: require(false, "one way accepts what another refuses")
  }
  typed(input)
  return 0
}

func copy(_ input: [UInt8]) throws(JSONError) -> [UInt8] {
  var reader = try JSONReader(input.span)
  var writer = JSONWriter()
  try writer.value(from: &reader)
  try reader.finish()
  return writer.bytes
}

/// A whole number is the same as a fraction, or neither fits.
func typed(_ input: [UInt8]) {
  let integer = outcome { () throws(JSONError) in
    var reader = try JSONReader(input.span)
    return try reader.readInteger()
  }
  let double = outcome { () throws(JSONError) in
    var reader = try JSONReader(input.span)
    return try reader.readDouble()
  }
  if case .success(let whole) = integer {
    require((try? double.get()) == Double(whole), "\(whole) is not \(double)")
  }
}
