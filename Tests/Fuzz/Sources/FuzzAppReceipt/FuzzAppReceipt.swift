// SPDX-License-Identifier: MIT
import FuzzHarness
import StoreReceipts

/// Receipts, bare and wrapped: what is strict is also forgiven, and errors have a place.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let input = unsafe bytes(start, count)
  check { () throws(ReceiptError) in
    let receipt = try AppReceipt(der: input)
    _ = StorePurchase.purchases(ofUnverified: receipt)
  }
  check { () throws(ReceiptError) in _ = try ReceiptDocument(input) }
  let strict = outcome { () throws(ReceiptError) in try ReceiptInput(input, mode: .strict) }
  let forgiving = outcome { () throws(ReceiptError) in try ReceiptInput(input, mode: .forgiving) }
  if case .success(let exact) = strict {
    require((try? forgiving.get())?.kind == exact.kind, "strict accepts what forgiving refuses")
  }
  return 0

  func check(_ call: () throws(ReceiptError) -> Void) {
    do throws(ReceiptError) {
      try call()
    } catch {
      require((0...input.count).contains(error.offset), "the offset is outside: \(error)")
    }
  }
}
