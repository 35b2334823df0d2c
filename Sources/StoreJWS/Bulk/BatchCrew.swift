// SPDX-License-Identifier: MIT
internal import Dispatch
internal import Synchronization

/// The workers of one bulk call, each with its own batch.
///
/// Workers take portions as they get done with others, since a window split evenly leaves one worker idle for as long as another
/// started late. A caller that must wait takes some too, as the first of the workers: one thread more than workers would push
/// another from its core with each portion.
final class BatchCrew<Payload: TokenPayload>: Sendable {
  /// The worker that is the caller's own thread.
  private static var caller: Int { 0 }

  let workerCount: Int
  private let members: [Member]
  private let state: Mutex<State>

  private struct State: Sendable {
    var waiting: [BatchPortion<Payload>] = []
    var idle: [Int]
  }

  /// A worker's batch. Unchecked because only the one thread that runs the worker touches it.
  private final class Member: @unchecked Sendable {
    private let batch: TokenBatch<Payload>

    init(verifier: StoreVerifier) {
      batch = TokenBatch(of: Payload.self, for: verifier)
    }

    @_specialize(where Payload == SignedTransaction)
    func work(_ tokens: ArraySlice<[UInt8]>) -> [Result<Verified<Payload>, StoreError>] {
      var outcomes: [Result<Verified<Payload>, StoreError>] = []
      outcomes.reserveCapacity(tokens.count)
      for token in tokens { batch.add(token) }
      batch.finish { outcomes.append($0.result) }
      return outcomes
    }
  }

  init(verifier: StoreVerifier, workers: Int) {
    workerCount = workers
    members = (0..<workers).map { _ in Member(verifier: verifier) }
    state = Mutex(State(idle: (0..<workers).filter { $0 != Self.caller }))
  }

  /// Works here and now, with the caller's batch.
  func work(_ tokens: [[UInt8]]) -> [Result<Verified<Payload>, StoreError>] {
    members[Self.caller].work(tokens[...])
  }

  /// Leaves tokens to whoever of the workers is free first, and returns at once.
  func begin(_ tokens: [[UInt8]]) -> BatchPortion<Payload> {
    let portion = BatchPortion<Payload>(tokens)
    let worker = state.withLock { state -> Int? in
      state.waiting.append(portion)
      return state.idle.popLast()
    }
    if let worker { DispatchQueue.global().async { self.run(worker) } }
    return portion
  }

  /// The outcomes of `portion`. Until they are there the caller works on what waits, with its own batch.
  func finish(_ portion: BatchPortion<Payload>) -> [Result<Verified<Payload>, StoreError>] {
    while !portion.isFinished, workOnNext(Self.caller) {}
    return portion.take()
  }

  /// One worker at work until nothing waits.
  private func run(_ worker: Int) {
    while workOnNext(worker) {}
  }

  /// Works on the portion that has waited longest.
  ///
  /// - Returns: false if none waits; the worker is idle then, for ``begin(_:)`` to wake, unless it is the caller.
  private func workOnNext(_ worker: Int) -> Bool {
    let next = state.withLock { state -> BatchPortion<Payload>? in
      guard state.waiting.isEmpty else { return state.waiting.removeFirst() }
      if worker != Self.caller { state.idle.append(worker) }
      return nil
    }
    guard let next else { return false }
    next.finish(members[worker].work(next.tokens[...]))
    return true
  }

  /// Works in tasks, for a caller that must not wait on its thread; not beside ``begin(_:)``. The parts are in order.
  func work(_ window: [[UInt8]]) async -> [[Result<Verified<Payload>, StoreError>]] {
    let size = StoreVerifier.batchSize
    let portions = stride(from: 0, to: window.count, by: size).map { window[$0..<min(window.count, $0 + size)] }
    let counter = PortionCounter()
    return await withTaskGroup { group in
      for member in members.prefix(portions.count) {
        group.addTask {
          var done: [(index: Int, outcomes: [Result<Verified<Payload>, StoreError>])] = []
          while let index = counter.next(below: portions.count) { done.append((index, member.work(portions[index]))) }
          return done
        }
      }
      var outcomes: [[Result<Verified<Payload>, StoreError>]] = portions.map { _ in [] }
      for await done in group {
        for part in done { outcomes[part.index] = part.outcomes }
      }
      return outcomes
    }
  }
}

/// Which portion of a window is next, for tasks that share one.
private final class PortionCounter: Sendable {
  private let count = Atomic<Int>(0)

  func next(below end: Int) -> Int? {
    let index = count.wrappingAdd(1, ordering: .relaxed).oldValue
    return index < end ? index : nil
  }
}

/// Tokens on their way through a crew. Unchecked because the worker writes before it signals, and the caller, of whom there
/// is one, reads after it has waited.
final class BatchPortion<Payload: TokenPayload>: @unchecked Sendable {
  let tokens: [[UInt8]]
  private var outcomes: [Result<Verified<Payload>, StoreError>] = []
  private let end = DispatchSemaphore(value: 0)
  private let hasEnded = Atomic<Bool>(false)

  init(_ tokens: [[UInt8]]) {
    self.tokens = tokens
  }

  /// Leaves the outcomes for whoever waits.
  func finish(_ outcomes: [Result<Verified<Payload>, StoreError>]) {
    self.outcomes = outcomes
    hasEnded.store(true, ordering: .releasing)
    end.signal()
  }

  /// The outcomes are there.
  var isFinished: Bool { hasEnded.load(ordering: .acquiring) }

  /// Waits for the outcomes and gives them away. Called once.
  func take() -> [Result<Verified<Payload>, StoreError>] {
    end.wait()
    var taken: [Result<Verified<Payload>, StoreError>] = []
    swap(&taken, &outcomes)
    return taken
  }
}

/// The outcomes of one window, part by part as the workers left them.
struct OutcomeQueue<Payload: TokenPayload> {
  private var parts: [[Result<Verified<Payload>, StoreError>]] = []
  private var part = 0
  private var position = 0

  /// Puts another window in place of the one that was gone through.
  mutating func refill(_ parts: [[Result<Verified<Payload>, StoreError>]]) {
    self.parts = parts
    (part, position) = (0, 0)
  }

  @_specialize(where Payload == SignedTransaction)
  mutating func next() -> Result<Verified<Payload>, StoreError>? {
    while part < parts.count {
      if position < parts[part].count {
        position += 1
        return parts[part][position - 1]
      }
      (part, position) = (part + 1, 0)
    }
    return nil
  }
}
