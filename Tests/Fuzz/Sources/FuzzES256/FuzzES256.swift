// SPDX-License-Identifier: MIT
import FuzzHarness
import JOSE
import OpenSSLSignatures
import StoreJWSTesting

/// Keys and checkers with every way from bytes to a verdict.
struct Paths {
  let key: [UInt8]
  let plain = ES256Checker(batching: .off)
  let shared = ES256Checker(batching: .withoutTables)
  let tables = ES256Checker(batching: .tableAfter(verified: 0))

  init?() {
    guard let key = try? TestKey(seed: "fuzz", label: "key") else { return nil }
    self.key = key.publicKeyInfo
  }

  static let shared = Paths()
}

/// The first 64 bytes are the signature, the rest is the message; bytes behind a message of one byte are also tried as a key.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let input = unsafe bytes(start, count)
  guard let paths = Paths.shared else { fatalError("no key") }
  let signature = Array(input.prefix(64))
  let message = Array(input.dropFirst(64))
  compare(paths, key: paths.key, message: message, signature: signature)
  compare(paths, key: Array(message.dropFirst()), message: Array(message.prefix(1)), signature: signature)
  return 0
}

func compare(_ paths: Paths, key: [UInt8], message: [UInt8], signature: [UInt8]) {
  let plain = paths.plain.check(
    algorithm: .es256, publicKey: key, signingInput: message.span, signature: signature.span)
  for checker in [paths.plain, paths.shared, paths.tables] {
    // A table is made for the one good key only: making one for every key would be all that is done.
    if checker === paths.tables, key != paths.key { continue }
    guard let prepared = checker.prepare(algorithm: .es256, publicKey: key, prefix: message.span.extracting(0..<0))
    else {
      require(plain != .valid && plain != .invalid, "a key that is checked is not prepared")
      continue
    }
    require(prepared.check(suffix: message.span, signature: signature.span) == plain, "prepared differs")
    let batch = checker.makeBatch()
    for _ in 0..<2 { batch.add(prepared, suffix: message.span, signature: signature.span) }
    var verdicts: [SignatureVerdict] = []
    batch.finish(&verdicts)
    require(verdicts == [plain, plain], "the batch says \(verdicts), the plain path \(plain)")
  }
}
