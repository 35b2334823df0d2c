// SPDX-License-Identifier: MIT

/// The fuzzer's bytes as an array.
public func bytes(_ start: UnsafePointer<UInt8>?, _ count: Int) -> [UInt8] {
  // SAFETY: the fuzzer gives `count` readable bytes from `start` on for the time of the call.
  unsafe Array(UnsafeBufferPointer(start: start, count: count))
}

/// Stops the program, which the fuzzer takes for a find, if something that must always hold does not.
public func require(_ holds: Bool, _ rule: @autoclosure () -> String) {
  if !holds { fatalError(rule()) }
}

/// What a call came to, as a value that can be compared.
public func outcome<Value, Failure: Error>(_ call: () throws(Failure) -> Value) -> Result<Value, Failure> {
  do throws(Failure) {
    return .success(try call())
  } catch {
    return .failure(error)
  }
}
