// SPDX-License-Identifier: MIT
#if OpenSSL
  import Foundation

  /// All measurements, in the order of the table.
  struct Suite {
    let measurements: [Measurement]

    init(_ command: BenchmarkCommand) throws {
      let corpora = CorpusShelf(command)
      var measurements: [Measurement] = []
      func add(_ id: String, _ make: () throws -> Measurement) rethrows {
        if command.isWanted(id) { measurements.append(try make()) }
      }
      try add("baseline/foundation-decode") { .foundationDecode(try corpora.oneLeaf(), count: 2_500) }
      try add("decode/transaction") { .decodeTransaction(try corpora.oneLeaf(), count: 20_000) }
      try add("decode/transaction+header") { .decodeTransactionAndHeader(try corpora.oneLeaf(), count: 20_000) }
      for size in [512, 1024, 4096, 16_384] {
        try add("curve/payload-\(size)") {
          .decodeTransaction(
            try corpora.payloads(ofByteCount: size), count: 4_000, id: "curve/payload-\(size)",
            name: "decode a transaction with a payload of \(size) bytes")
        }
      }
      for count in [10_000, 1_000_000] {
        try add("curve/tokens-\(count)") {
          .decodeTransaction(
            try corpora.oneLeaf(), count: count, id: "curve/tokens-\(count)",
            name: "decode \(count) transactions, streamed", isSlow: count > 100_000)
        }
      }
      #if OpenSSL
        let notifications = ["decode/notification", "verify/notification", "verify/notification/transaction"]
        if notifications.contains(where: command.isWanted) {
          let corpus = try NotificationCorpus.minted(count: 500)
          add("decode/notification") { corpus.decodeNotification }
          add("verify/notification") { corpus.verifyNotification }
          add("verify/notification/transaction") { corpus.verifyTransaction }
        }
        let receipts = ["decode/receipt-190", "verify/receipt-190", "baseline/cms-verify"]
        if receipts.contains(where: command.isWanted) {
          let corpus = try ReceiptCorpus()
          add("decode/receipt-190") { .decodeReceipt(corpus, count: 200) }
          add("verify/receipt-190") { .verifyReceipt(corpus, count: 200) }
          try add("baseline/cms-verify") { try .verifyByCMS(corpus, count: 200) }
        }
        try Self.addVerification(add, corpora)
      #endif
      self.measurements = measurements
    }

    #if OpenSSL
      private static func addVerification(
        _ add: (String, () throws -> Measurement) throws -> Void, _ corpora: CorpusShelf
      ) throws {
        // What is compared stands side by side.
        try add("baseline/evp-verify+sha256") { .evpVerify(try corpora.oneLeaf(), count: 1_500, withHash: true) }
        try add("verify/transaction/plain") { try .verifyPlain(try corpora.oneLeaf(), count: 1_500) }
        try add("baseline/evp-verify") { .evpVerify(try corpora.oneLeaf(), count: 1_500, withHash: false) }
        try add("verify/transaction/1-leaf") {
          try .verifyBatch(
            try corpora.oneLeaf(), count: 4_000, warmUpRounds: 2, id: "verify/transaction/1-leaf",
            name: "verify and decode transactions of one certificate, in batches")
        }
        try add("verify/transaction/10-leafs") {
          try .verifyBatch(
            try corpora.leafs(10), count: 4_000, warmUpRounds: 11, id: "verify/transaction/10-leafs",
            name: "verify and decode transactions of ten certificates, in batches")
        }
        try add("verify/transaction/1000-leafs") {
          try .verifyBatch(
            try corpora.leafs(1000), count: 2_500, id: "verify/transaction/1000-leafs",
            name: "verify and decode transactions of a thousand certificates, in batches")
        }
        try add("verify/transaction/1000-leafs-plain") {
          try .verifyPlain(
            try corpora.leafs(1000), count: 2_500, id: "verify/transaction/1000-leafs-plain",
            name: "the same one at a time, no tables")
        }
        try add("baseline/evp-verify/2-threads") { .evpVerifyOnTwoThreads(try corpora.oneLeaf(), count: 2_000) }
        try add("verify/transaction/2-workers") {
          try .verifyWorkers(try corpora.oneLeaf(), count: 10_000, workers: 2)
        }
        try add("verify/transaction/1-workers") {
          try .verifyWorkers(try corpora.oneLeaf(), count: 10_000, workers: 1)
        }
      }
    #endif
  }

  /// The corpora, each minted or found when it is first asked for.
  struct CorpusShelf {
    private let given: Corpus?

    init(_ command: BenchmarkCommand) {
      given = command.corpusFile.flatMap { file in
        command.rootFile.flatMap { root in try? String(contentsOfFile: root, encoding: .utf8) }
          .map { Corpus(file: URL(fileURLWithPath: file), root: $0) }
      }
    }

    func oneLeaf() throws -> Corpus { try given ?? .minted(count: 20_000, leafs: 1, payloadByteCount: 700) }
    func leafs(_ count: Int) throws -> Corpus {
      try given ?? .minted(count: 20_000, leafs: count, payloadByteCount: 700)
    }
    func payloads(ofByteCount count: Int) throws -> Corpus {
      try .minted(count: 2_000, leafs: 1, payloadByteCount: count)
    }
  }
#endif
