// SPDX-License-Identifier: MIT
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
    try add("baseline/foundation-decode") { .foundationDecode(try corpora.oneLeaf(), count: 5_000) }
    try add("decode/transaction") { .decodeTransaction(try corpora.oneLeaf(), count: 20_000) }
    try add("decode/transaction+header") { .decodeTransactionAndHeader(try corpora.oneLeaf(), count: 20_000) }
    #if OpenSSL
      let receipts = ["decode/receipt-190", "verify/receipt-190", "baseline/cms-verify"]
      if receipts.contains(where: command.isWanted) {
        let corpus = try ReceiptCorpus()
        add("decode/receipt-190") { .decodeReceipt(corpus, count: 200) }
        add("verify/receipt-190") { .verifyReceipt(corpus, count: 200) }
        try add("baseline/cms-verify") { try .verifyByCMS(corpus, count: 200) }
      }
    #endif
    self.measurements = measurements
  }
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

  func oneLeaf() throws -> Corpus { try given ?? .minted(count: 20_000, leafs: 1, payloadByteCount: 900) }
  func leafs(_ count: Int) throws -> Corpus {
    try given ?? .minted(count: 20_000, leafs: count, payloadByteCount: 900)
  }
  func payloads(ofByteCount count: Int) throws -> Corpus {
    try .minted(count: 2_000, leafs: 1, payloadByteCount: count)
  }
}
