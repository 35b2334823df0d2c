// SPDX-License-Identifier: MIT

/// A value on the heap, shared by whoever refers to it.
///
/// A renewal info is some hundred bytes with a dozen references, and a signer three certificates' worth of text. Between
/// the reading of a token and the caller's hands such a value would be copied half a dozen times, which took more time
/// than reading it did; behind one reference each copy is one count.
final class Held<Value: Sendable>: Sendable {
  let value: Value

  init(_ value: Value) {
    self.value = value
  }
}
