// SPDX-License-Identifier: MIT
import FuzzHarness
import StoreReceipts
import StrictJSON

/// Unsigned answers of the server: whatever the JSON says, its properties can be asked for.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let input = unsafe bytes(start, count)
  do throws(ReceiptError) {
    let answer = try VerifyReceiptAnswer(json: input)
    require((try? JSONValue(parsing: input.span, limits: .body)) == answer.value, "the object is another")
    _ = (answer.family, answer.status, answer.environment, answer.isRetryable, answer.latestReceiptInfo)
    _ = StorePurchase.purchases(ofUnsigned: answer)
    _ = answer.embeddedReceipts
  } catch {
    require((0...input.count).contains(error.offset), "the offset is outside: \(error)")
  }
  _ = outcome { () throws(ReceiptError) in try NotificationV1(json: input) }
  return 0
}
