// SPDX-License-Identifier: MIT
#if OpenSSL
  import StoreJWS

  /// Keeps a result alive, so that the work that made it is not optimised away.
  @inline(never)
  func blackHole<Value>(_ value: borrowing Value) {}

  extension Measurement {
    /// Typed transactions from token bytes, the header remembered from the token before.
    static func decodeTransaction(
      _ corpus: Corpus, count: Int, id: String = "decode/transaction",
      name: String = "decode a transaction from token bytes, header the same as before",
      isSlow: Bool = false
    ) -> Measurement {
      var reader = TokenReader()
      return Measurement(id: id, name: name, isSlow: isSlow) { tally in
        try corpus.forEachBlock(limit: count) { tokens in
          try tally.time(tokens: tokens.count, bytes: tokens.reduce(0) { $0 + $1.count }) {
            for token in tokens { blackHole(try reader.read(token.span, as: SignedTransaction.self)) }
          }
        }
      }
    }

    /// Typed transactions from token bytes, every header decoded and read anew.
    static func decodeTransactionAndHeader(_ corpus: Corpus, count: Int) -> Measurement {
      Measurement(
        id: "decode/transaction+header",
        name: "decode a transaction and its header from token bytes, nothing remembered"
      ) { tally in
        try corpus.forEachBlock(limit: count) { tokens in
          try tally.time(tokens: tokens.count, bytes: tokens.reduce(0) { $0 + $1.count }) {
            for token in tokens { blackHole(try SignedTransaction(unverified: token)) }
          }
        }
      }
    }

    /// The same job by hand through Foundation.
    static func foundationDecode(_ corpus: Corpus, count: Int) -> Measurement {
      let baseline = FoundationBaseline()
      return Measurement(
        id: "baseline/foundation-decode", name: "decode a transaction by hand: cut, Data(base64Encoded:), JSONDecoder"
      ) { tally in
        try corpus.forEachBlock(limit: count) { tokens in
          try tally.time(tokens: tokens.count, bytes: tokens.reduce(0) { $0 + $1.count }) {
            for token in tokens { blackHole(try baseline.decode(token)) }
          }
        }
      }
    }
  }
#endif
