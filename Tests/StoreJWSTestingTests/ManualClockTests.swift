// SPDX-License-Identifier: MIT
import Expectations
import StoreJWSTesting
import Synchronization
import Testing

@Suite struct ManualClockTests {
  /// What happened, in its order.
  private final class Journal: Sendable {
    private let lines = Mutex<[String]>([])
    func note(_ line: String) { lines.withLock { $0.append(line) } }
    var all: [String] { lines.withLock { $0 } }
  }

  @Test("T7: sleepers wake when the clock is advanced to their deadline, and not before")
  func t7AdvanceWakesInOrder() async throws {
    let clock = ManualClock()
    let journal = Journal()
    let sleepers = [3, 1, 2].map { seconds in
      Task {
        try await clock.sleep(for: .seconds(seconds))
        journal.note("\(seconds)")
      }
    }
    await clock.waitUntilPendingSleepCount(reaches: 3)
    expectEqual(clock.pendingSleepCount, 3)
    clock.advance(by: .milliseconds(999))
    #expect(clock.pendingSleepCount == 3 && journal.all.isEmpty)
    clock.advance(by: .milliseconds(1))
    try await sleepers[1].value
    #expect(journal.all == ["1"] && clock.pendingSleepCount == 2)
    clock.advance(by: .seconds(10))
    try await sleepers[0].value
    try await sleepers[2].value
    #expect(journal.all.count == 3 && clock.pendingSleepCount == 0)
    expectEqual(clock.now, .init(offset: .seconds(11)))
  }

  @Test("T7: the barrier holds until so many sleep")
  func t7Barrier() async throws {
    let clock = ManualClock()
    let journal = Journal()
    let waiter = Task {
      await clock.waitUntilPendingSleepCount(reaches: 2)
      journal.note("two sleep")
    }
    let first = Task { try await clock.sleep(for: .seconds(1)) }
    await clock.waitUntilPendingSleepCount(reaches: 1)
    #expect(journal.all.isEmpty, "one sleeper does not open the barrier")
    let second = Task { try await clock.sleep(for: .seconds(1)) }
    await waiter.value
    expectEqual(journal.all, ["two sleep"])
    clock.advance(by: .seconds(1))
    try await first.value
    try await second.value
    // A barrier that is open already does not wait.
    await clock.waitUntilPendingSleepCount(reaches: 0)
  }

  @Test("T7: a cancelled sleeper wakes at once and is no longer counted")
  func t7Cancellation() async throws {
    let clock = ManualClock()
    let sleeper = Task { try await clock.sleep(for: .seconds(1)) }
    await clock.waitUntilPendingSleepCount(reaches: 1)
    sleeper.cancel()
    await #expect(throws: CancellationError.self) { try await sleeper.value }
    expectEqual(clock.pendingSleepCount, 0)
    // Cancelled before it sleeps.
    let late = Task {
      while !Task.isCancelled { await Task.yield() }
      try await clock.sleep(for: .seconds(1))
    }
    late.cancel()
    await #expect(throws: CancellationError.self) { try await late.value }
    expectEqual(clock.pendingSleepCount, 0)
    // A cancelled wait at the barrier ends too.
    let waiter = Task { await clock.waitUntilPendingSleepCount(reaches: 5) }
    waiter.cancel()
    await waiter.value
  }

  @Test("T7: many tasks that sleep, wake and are cancelled at once lose nobody")
  func t7ManyAtOnce() async throws {
    let clock = ManualClock()
    let tasks = (0..<200).map { number in
      Task { () -> Bool in
        do {
          try await clock.sleep(for: .seconds(number % 7 + 1))
          return true
        } catch { return false }
      }
    }
    await clock.waitUntilPendingSleepCount(reaches: 200)
    let canceller = Task { for index in stride(from: 0, to: 200, by: 3) { tasks[index].cancel() } }
    let advancer = Task { for _ in 0..<7 { clock.advance(by: .seconds(1)) } }
    await canceller.value
    await advancer.value
    var woken = 0
    for (index, task) in tasks.enumerated() {
      let slept = await task.value
      woken += slept ? 1 : 0
      if index % 3 != 0 { #expect(slept, "sleeper \(index) was not cancelled") }
    }
    #expect(woken >= 133 && clock.pendingSleepCount == 0)
  }

  @Test func timeDoesNotGoBack() async throws {
    let clock = ManualClock()
    clock.advance(by: .seconds(5))
    clock.advance(by: .seconds(-3))
    #expect(clock.now == .init(offset: .seconds(5)) && clock.minimumResolution == .zero)
    try await clock.sleep(until: .init(offset: .seconds(5)))
    try await clock.sleep(until: .init(offset: .seconds(1)))
  }
}
