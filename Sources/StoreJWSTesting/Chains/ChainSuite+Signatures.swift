// SPDX-License-Identifier: MIT
#if OpenSSL
  extension ChainSuite {
    /// Each certificate names its issuer and is signed by the issuer's key, with an algorithm that is allowed.
    static func addNamesAndSignatures(to chains: inout ChainCollection) throws(MintingError) {
      let stranger = DistinguishedName(commonName: "StoreJWS Test Stranger", organizationalUnit: "Nowhere")
      let rsaKey = chains.rsaKey
      let strangersKey = try TestKey(.p384, seed: chains.seed, label: "stranger")
      try chains.add(.refused, "leafNamesAnotherIssuer", "signed by x5c[1], but names a stranger") {
        plan throws(MintingError) in plan.leaf.issuer = stranger
      }
      try chains.add(.refused, "intermediateNamesAnotherIssuer", "signed by the root, but names a stranger") {
        plan throws(MintingError) in plan.intermediate.issuer = stranger
      }
      try chains.add(.refused, "leafForged", "names x5c[1] as its issuer, but is signed by a stranger's key") {
        plan throws(MintingError) in plan.leafSigner = strangersKey
      }
      try chains.add(.refused, "intermediateForged", "names the root as its issuer, but is signed by a stranger's key")
      {
        plan throws(MintingError) in plan.intermediateSigner = strangersKey
      }
      try chains.add(.refused, "leafSignatureFlipped", "one bit of the leaf's signature is wrong") {
        plan throws(MintingError) in plan.leaf.breaksSignature = true
      }
      try chains.add(.refused, "intermediateSignatureFlipped", "one bit of the intermediate's signature is wrong") {
        plan throws(MintingError) in plan.intermediate.breaksSignature = true
      }
      try chains.add(.accepted, "rootSelfSignatureFlipped", "a root is trusted by its octets, not by its own word") {
        plan throws(MintingError) in plan.root.breaksSignature = true
      }
      try chains.add(.refused, "leafSignedByItself", "the leaf names and signs itself") {
        plan throws(MintingError) in
        plan.leaf.issuer = plan.leaf.subject
        plan.leafSigner = plan.leafKey
        plan.leaf.signatureAlgorithm = .ecdsaWithSHA256
      }
      try chains.add(.refused, "leafSignedWithSHA1", "SHA-1 is broken") {
        plan throws(MintingError) in plan.leaf.signatureAlgorithm = .ecdsaWithSHA1
      }
      try chains.add(.refused, "intermediateSignedWithSHA1", "SHA-1 is broken") {
        plan throws(MintingError) in plan.intermediate.signatureAlgorithm = .ecdsaWithSHA1
      }
      try chains.add(.refused, "leafStatesAnotherAlgorithm", "inside SHA-512, outside SHA-384") {
        plan throws(MintingError) in plan.leaf.statedSignatureAlgorithm = .ecdsaWithSHA512
      }
      try chains.add(.refused, "intermediateStatesAnotherAlgorithm", "inside SHA-512, outside SHA-384") {
        plan throws(MintingError) in plan.intermediate.statedSignatureAlgorithm = .ecdsaWithSHA512
      }
      try chains.add(.refused, "leafSignedWithRSA", "the intermediate has an RSA key; tokens have ECDSA throughout") {
        plan throws(MintingError) in
        plan.intermediateKey = rsaKey
        plan.intermediate.publicKeyInfo = rsaKey.publicKeyInfo
        plan.leafSigner = rsaKey
        plan.leaf.signatureAlgorithm = .sha256WithRSA
      }
      try chains.add(.refused, "intermediateSignedWithRSA", "the trusted root has an RSA key") {
        plan throws(MintingError) in
        plan.rootKey = rsaKey
        plan.root.publicKeyInfo = rsaKey.publicKeyInfo
        plan.rootSigner = rsaKey
        plan.intermediateSigner = rsaKey
        plan.root.signatureAlgorithm = .sha256WithRSA
        plan.intermediate.signatureAlgorithm = .sha256WithRSA
      }
    }
  }
#endif
