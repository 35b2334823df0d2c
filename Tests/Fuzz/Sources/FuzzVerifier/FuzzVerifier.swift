// SPDX-License-Identifier: MIT
import FuzzHarness
import JOSE
import OpenSSLSignatures
import StoreJWS
import StoreJWSTesting

/// The test authority's verifiers: one that forgets headers, one that remembers them.
struct Verifiers {
  let forgetful: StoreVerifier
  let remembering: StoreVerifier

  init?() {
    guard let authority = try? TestAuthority(seed: "StoreJWS test vectors"),
      let anchors = try? TrustAnchors(file: authority.root),
      let token = try? authority.sign(TestPayload.transaction())
    else { return nil }
    func verifier(_ capacity: Int) -> StoreVerifier? {
      try? StoreVerifier(
        policy: VerificationPolicy(), chainChecker: AppStoreChainChecker(anchors: anchors),
        signatureChecker: ES256Checker(batching: .withoutTables), headerCapacity: capacity)
    }
    guard let forgetful = verifier(0), let remembering = verifier(16) else { return nil }
    require(remembering.examine(Array(token.utf8), as: AnyPayload.self).verified != nil, "a good token is refused")
    self.forgetful = forgetful
    self.remembering = remembering
  }

  static let shared = Verifiers()
}

/// One token by itself, under a remembered header, and in a batch behind a token with the same header: one answer.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let input = unsafe bytes(start, count)
  guard let verifiers = Verifiers.shared else { fatalError("nothing to verify with") }
  let plain = verifiers.forgetful.examine(input, as: AnyPayload.self)
  same(plain, verifiers.remembering.examine(input, as: AnyPayload.self), "remembered")
  let batch = TokenBatch(of: AnyPayload.self, for: verifiers.remembering)
  for _ in 0..<2 { batch.add(input.span) }
  for examination in batch.finish() { same(plain, examination, "batch") }
  require(verifiers.forgetful.rememberedHeaderCount == 0, "a verifier without room remembers")
  if let verified = plain.verified {
    require(verified.characters == input && plain.error == nil, "not what was given")
    require(plain.report.failures.isEmpty, "verified in spite of a failure")
  } else {
    require((try? plain.get()) == nil, "not verified, and yet given")
  }
  if let offset = plain.error?.offset { require((0...input.count).contains(offset), "the offset is outside") }
  return 0
}

func same(_ left: Examination<AnyPayload>, _ right: Examination<AnyPayload>, _ path: String) {
  require(left.report == right.report, "\(path): \(left.report.summary) or \(right.report.summary)")
  require(left.error == right.error, "\(path): \(left.error?.description ?? "") or \(right.error?.description ?? "")")
  require(left.kind == right.kind && left.unverifiedPayload == right.unverifiedPayload, "\(path): another payload")
  require(left.header == right.header && left.signer == right.signer, "\(path): another signer")
}
