// SPDX-License-Identifier: MIT
import FuzzHarness
import StoreReceipts

/// Property lists with a list inside; errors have a place in the outer text.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let input = unsafe bytes(start, count)
  do throws(ReceiptError) {
    let receipt = try TransactionReceipt(text: input)
    _ = StorePurchase(unverified: receipt)
  } catch {
    require((0...input.count).contains(error.offset), "the offset is outside: \(error)")
  }
  _ = outcome { () throws(ReceiptError) in try TransactionSignature(octets: input) }
  return 0
}
