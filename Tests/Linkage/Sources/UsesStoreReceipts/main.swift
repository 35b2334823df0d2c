// SPDX-License-Identifier: MIT
import StoreReceipts

do {
  print(try ReceiptInput(Array("MAA=".utf8)).kind)
} catch {
  print(error)
}
