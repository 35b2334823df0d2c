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
    let notifications = ["decode/notification", "verify/notification", "verify/notification/transaction"]
    if notifications.contains(where: command.isWanted) {
      let corpus = try NotificationCorpus.minted(count: 500)
      add("decode/notification") { corpus.decodeNotification }
      add("verify/notification") { corpus.verifyNotification }
      add("verify/notification/transaction") { corpus.verifyTransaction }
    }
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
