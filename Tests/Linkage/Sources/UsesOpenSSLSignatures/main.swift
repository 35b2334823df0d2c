// SPDX-License-Identifier: MIT
import OpenSSLSignatures
import StoreJWS

let verifier = try StoreVerifier(
  policy: VerificationPolicy(), chainChecker: AppStoreChainChecker(), signatureChecker: ES256Checker())
print(verifier.examine(Array("e30.e30.".utf8), as: AnyPayload.self).report.summary)
