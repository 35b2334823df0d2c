// SPDX-License-Identifier: MIT
internal import Synchronization

/// A clock that stands still until a test advances it.
///
/// Code under test takes `any Clock<Duration>` or is generic over one; the test waits until it sleeps and then lets the time
/// pass:
///
/// ```swift
/// let clock = ManualClock()
/// let refreshing = Task { try await refreshEveryHour(clock) }
/// await clock.waitUntilPendingSleepCount(reaches: 1)
/// clock.advance(by: .seconds(3600))
/// ```
///
/// Sleepers whose time has come wake in the order of their deadlines, those of one deadline in the order in which they
/// fell asleep. A cancelled sleeper wakes at once with `CancellationError`.
public final class ManualClock: Clock, Sendable {
  /// A moment of a manual clock: so long after it was made.
  public struct Instant: InstantProtocol {
    /// The time since the clock was made.
    public let offset: Duration

    /// Makes a moment.
    public init(offset: Duration = .zero) { self.offset = offset }

    /// The moment so much later.
    public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    /// The time from here to another moment.
    public func duration(to other: Instant) -> Duration { other.offset - offset }
    /// Compares the times.
    public static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  private struct Sleeper {
    let deadline: Instant
    let continuation: CheckedContinuation<Void, any Error>
  }

  private struct State {
    var now = Instant()
    var nextID: UInt64 = 0
    var sleepers: [UInt64: Sleeper] = [:]
    /// Sleepers that were cancelled before they slept.
    var cancelled: Set<UInt64> = []
    var barriers: [UInt64: (count: Int, continuation: CheckedContinuation<Void, Never>)] = [:]

    mutating func newID() -> UInt64 {
      nextID += 1
      return nextID
    }

    /// Takes out the barriers that so many sleepers open.
    mutating func openBarriers() -> [CheckedContinuation<Void, Never>] {
      let open = barriers.filter { $0.value.count <= sleepers.count }
      for id in open.keys { barriers[id] = nil }
      return open.sorted { $0.key < $1.key }.map(\.value.continuation)
    }
  }

  private let state = Mutex(State())

  /// Makes a clock that shows zero.
  public init() {}

  /// The present.
  public var now: Instant { state.withLock { $0.now } }

  /// Zero: the clock is exact.
  public var minimumResolution: Duration { .zero }

  /// How many tasks sleep.
  public var pendingSleepCount: Int { state.withLock { $0.sleepers.count } }

  /// Sleeps until the clock has been advanced to a deadline; not at all if it has passed.
  ///
  /// - Throws: `CancellationError` as soon as the task is cancelled.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try Task.checkCancellation()
    let id = state.withLock { $0.newID() }
    defer { state.withLock { _ = $0.cancelled.remove(id) } }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let (outcome, open) = state.withLock {
          state -> (Result<Void, any Error>?, [CheckedContinuation<Void, Never>]) in
          if state.cancelled.contains(id) { return (.failure(CancellationError()), []) }
          if deadline <= state.now { return (.success(()), []) }
          state.sleepers[id] = Sleeper(deadline: deadline, continuation: continuation)
          return (nil, state.openBarriers())
        }
        if let outcome { continuation.resume(with: outcome) }
        for barrier in open { barrier.resume() }
      }
    } onCancel: {
      let sleeper = state.withLock { state -> Sleeper? in
        guard let sleeper = state.sleepers.removeValue(forKey: id) else {
          state.cancelled.insert(id)
          return nil
        }
        return sleeper
      }
      sleeper?.continuation.resume(throwing: CancellationError())
    }
  }

  /// Lets time pass and wakes those whose deadline has come. A negative duration is none: time does not go back.
  public func advance(by duration: Duration) {
    let woken = state.withLock { state in
      state.now = state.now.advanced(by: max(.zero, duration))
      let due = state.sleepers.filter { $0.value.deadline <= state.now }
        .sorted { ($0.value.deadline, $0.key) < ($1.value.deadline, $1.key) }
      for (id, _) in due { state.sleepers[id] = nil }
      return due.map(\.value.continuation)
    }
    for continuation in woken { continuation.resume() }
  }

  /// Waits until at least so many tasks sleep, or until the waiting task is cancelled.
  ///
  /// A barrier instead of a pause: after it the tasks are known to have come to their sleep.
  public func waitUntilPendingSleepCount(reaches count: Int) async {
    let id = state.withLock { $0.newID() }
    defer { state.withLock { _ = $0.cancelled.remove(id) } }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isOpen = state.withLock { state in
          if state.sleepers.count >= count || state.cancelled.contains(id) { return true }
          state.barriers[id] = (count, continuation)
          return false
        }
        if isOpen { continuation.resume() }
      }
    } onCancel: {
      let barrier = state.withLock { state -> CheckedContinuation<Void, Never>? in
        guard let barrier = state.barriers.removeValue(forKey: id) else {
          state.cancelled.insert(id)
          return nil
        }
        return barrier.continuation
      }
      barrier?.resume()
    }
  }
}
