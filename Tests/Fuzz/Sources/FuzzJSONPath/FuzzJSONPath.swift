// SPDX-License-Identifier: MIT
import FuzzHarness
import StrictJSON

/// Any offset has a path; the first byte of the input chooses it.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let input = unsafe bytes(start, count)
  guard let first = input.first else { return 0 }
  let document = Array(input.dropFirst())
  for offset in [-1, Int(first), document.count, .max] {
    require(JSONPath.path(at: offset, in: document.span).hasPrefix("$"), "no path")
  }
  require(JSONPath.path(at: -1, in: document.span) == "$", "a place before the document")
  do throws(JSONError) {
    _ = try JSONValue(parsing: document.span)
  } catch {
    require(JSONPath.path(at: error.offset, in: document.span).hasPrefix("$"), "no path")
  }
  return 0
}
