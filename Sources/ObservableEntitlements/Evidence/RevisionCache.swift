// SPDX-License-Identifier: MIT
internal import StoreEntitlements

/// What is remembered of tokens, by their bytes: the newest so many, for as long as the process lives.
struct RevisionCache<Value> {
  private let capacity: Int
  private var values: [EvidenceID: Value] = [:]
  private var order: [EvidenceID] = []

  init(capacity: Int) { self.capacity = capacity }

  subscript(id: EvidenceID) -> Value? {
    get { values[id] }
    set {
      guard let newValue else { return }
      if values.updateValue(newValue, forKey: id) == nil { order.append(id) }
      if order.count > capacity { values[order.removeFirst()] = nil }
    }
  }
}

/// How far a revision has come.
enum RevisionProgress {
  /// The app's effect is done, the source has not been told.
  case effectDone
  /// Finished.
  case completed
}
