// SPDX-License-Identifier: MIT
import FuzzHarness
import StoreJWS
import StrictJSON

let types: [any StoreDocument.Type] =
  [SignedTransaction.self, RenewalInfo.self, ServerNotification.self, AppTransaction.self, RealtimeRequest.self]
  + BodyKind.allCases.compactMap(\.type)

/// Typed payloads: what was read writes to something that reads and writes the same; errors have a place.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let input = unsafe bytes(start, count)
  for type in types { check(type, input) }
  _ = PayloadKind.detect(json: input.span)
  switch outcome({ () throws(JSONError) in try AnyPayload(json: input) }) {
  case .success(let payload):
    require(payload.json == input, "the bytes were not kept")
    _ = payload.unknownMembers
  case .failure(let error): require((0...input.count).contains(error.offset), "the offset is outside: \(error)")
  }
  return 0
}

func check<Document: StoreDocument>(_ type: Document.Type, _ input: [UInt8]) {
  do throws(JSONError) {
    let document = try type.init(json: input)
    require(document.json == input, "the bytes were not kept")
    _ = document.unknownMembers
    let written = text(document)
    guard let again = try? type.init(json: written) else {
      return require(false, "\(type) does not read \(String(decoding: written, as: UTF8.self))")
    }
    require(text(again) == written, "\(type) writes \(String(decoding: written, as: UTF8.self)) anew")
  } catch {
    require((0...input.count).contains(error.offset), "the offset is outside: \(error)")
  }
}

func text(_ document: some StoreDocument) -> [UInt8] {
  var writer = JSONWriter()
  document.write(to: &writer)
  return writer.bytes
}
