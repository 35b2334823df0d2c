// SPDX-License-Identifier: MIT
#if OpenSSL
  import JOSE
  import OpenSSLSignatures
  import StoreJWS

  extension Corpus {
    /// A verifier that trusts the corpus's root and expects nothing else.
    func verifier(batching: BatchingPolicy, headerCapacity: Int = 1024) throws -> StoreVerifier {
      try StoreVerifier(
        policy: VerificationPolicy(),
        chainChecker: AppStoreChainChecker(anchors: try TrustAnchors(file: Array(root.utf8))),
        signatureChecker: ES256Checker(batching: batching), headerCapacity: headerCapacity)
    }
  }

  extension Measurement {
    /// What `verifyBatch` hands to a worker at a time, and the bytes of as many tokens.
    private static let (batchSize, batchByteCount) = (48, 1 << 18)

    /// One token at a time, the header remembered, `EVP_PKEY_verify` for each signature.
    static func verifyPlain(
      _ corpus: Corpus, count: Int, id: String = "verify/transaction/plain",
      name: String = "verify and decode a transaction, one at a time, headers remembered, no tables"
    ) throws -> Measurement {
      let verifier = try corpus.verifier(batching: .off)
      return Measurement(id: id, name: name) { tally in
        try corpus.forEachBlock(limit: count, blockByteCount: batchByteCount) { tokens in
          try tally.time(tokens: tokens.count, bytes: tokens.reduce(0) { $0 + $1.count }) {
            for token in tokens { blackHole(try verifier.verify(token.span, as: SignedTransaction.self)) }
          }
        }
      }
    }

    /// Batches as `verifyBatch` makes them, tables for hot keys.
    static func verifyBatch(
      _ corpus: Corpus, count: Int, warmUpRounds: Int = 1, id: String, name: String
    ) throws -> Measurement {
      let verifier = try corpus.verifier(batching: .automatic)
      let batch = TokenBatch(of: SignedTransaction.self, for: verifier)
      return Measurement(id: id, name: name, warmUpRounds: warmUpRounds) { tally in
        try corpus.forEachBlock(limit: count, blockByteCount: batchByteCount) { tokens in
          var refused = 0
          tally.time(tokens: tokens.count, bytes: tokens.reduce(0) { $0 + $1.count }) {
            for (index, token) in tokens.enumerated() {
              batch.add(token)
              if batch.count == batchSize || index == tokens.count - 1 {
                batch.finish { if $0.verified == nil { refused += 1 } }
              }
            }
          }
          if refused > 0 { throw BenchmarkError("\(refused) tokens were refused") }
        }
      }
    }

    /// The same through `verifyBatch` with so many workers.
    static func verifyWorkers(_ corpus: Corpus, count: Int, workers: Int) throws -> Measurement {
      let verifier = try corpus.verifier(batching: .automatic)
      return Measurement(
        id: "verify/transaction/\(workers)-workers",
        name: "verify and decode transactions of one certificate, \(workers) workers"
      ) { tally in
        // Room for some portions: workers are ahead of who goes through the outcomes.
        try corpus.forEachBlock(limit: count, blockByteCount: 12 << 20) { tokens in
          let refused = tally.time(tokens: tokens.count, bytes: tokens.reduce(0) { $0 + $1.count }) {
            verifier.verifyBatch(tokens, workers: workers).reduce(0) { count, outcome in
              if case .failure = outcome { count + 1 } else { count }
            }
          }
          if refused > 0 { throw BenchmarkError("\(refused) tokens were refused") }
        }
      }
    }
  }
#endif
