// SPDX-License-Identifier: MIT
internal import FoundationEssentials

/// A refresh that has not begun, which further callers may join.
@MainActor final class PendingRefresh {
  let operation = PendingOperation<Void>()
  var includesUnfinished = false
  /// Whether a caller asked for it, not only an update.
  var isDirect = false
}

// What keeps the work in order: one piece at a time, in the order in which it was asked for.
extension EntitlementStore {
  func start(_ updates: AsyncStream<String>) {
    dispatcher = FailureDispatcher(capacity: 32) { [weak self] failure in await self?.report(failure) }
    _ = requestRefresh(includingUnfinished: true, isDirect: false)
    listener = Task { [weak self] in
      for await token in updates {
        guard let self, !Task.isCancelled else { return }
        await self.receive(token)
      }
    }
  }

  func requireOpen() throws(EntitlementStoreError) {
    guard source != nil else {
      throw EntitlementStoreError(.overridden, .unsupported, "the store's answers are fixed; it has no source")
    }
    switch phase {
    case .open: break
    case .closing: throw EntitlementStoreError(.closing, .unsupported, "the store is being closed")
    case .closed: throw EntitlementStoreError(.closed, .unsupported, "the store is closed")
    }
    if CallbackScope.isWithin(callbackOf: ObjectIdentifier(self)) {
      throw EntitlementStoreError(.reentrant, .unsupported, "a callback of the store waits for the store")
    }
  }

  func enqueue(_ work: @escaping @MainActor () async -> Void) {
    let previous = tail
    tail = Task {
      await previous?.value
      await work()
      await self.sendCollected()
    }
  }

  /// Does a piece of work for a caller, in its turn.
  func perform<Value: Sendable>(
    _ kind: EntitlementStoreFailure.Operation,
    _ work: @escaping @MainActor () async throws(EntitlementStoreError) -> Value
  ) async throws(EntitlementStoreError) -> Value {
    try requireOpen()
    let operation = PendingOperation<Value>()
    enqueue {
      let outcome: PendingOperation<Value>.Outcome
      do throws(EntitlementStoreError) { outcome = .success(try await work()) } catch { outcome = .failure(error) }
      if !operation.complete(outcome), case .failure(let error) = outcome {
        self.collected.append(EntitlementStoreFailure(.abandonedDirectOperation(kind), error))
      }
    }
    return try await operation.value()
  }

  /// The refresh that will begin next; makes one if there is none.
  func requestRefresh(includingUnfinished: Bool, isDirect: Bool) -> PendingOperation<Void> {
    let refresh = pendingRefresh ?? PendingRefresh()
    if includingUnfinished { refresh.includesUnfinished = true }
    if isDirect { refresh.isDirect = true }
    guard pendingRefresh == nil else { return refresh.operation }
    pendingRefresh = refresh
    enqueue {
      self.pendingRefresh = nil
      let outcome: PendingOperation<Void>.Outcome
      do throws(EntitlementStoreError) {
        outcome = .success(try await self.refreshNow(includingUnfinished: refresh.includesUnfinished))
      } catch {
        outcome = .failure(error)
      }
      if !refresh.operation.complete(outcome), case .failure(let error) = outcome {
        self.collected.append(
          EntitlementStoreFailure(
            refresh.isDirect ? .abandonedDirectOperation(.refresh) : .entitlementRefresh, error))
      }
    }
    return refresh.operation
  }

  /// Takes an update; returns when it has been handled, so that the source's stream is read no faster than that.
  private func receive(_ token: String) async {
    guard phase == .open else { return }
    await withCheckedContinuation { continuation in
      enqueue {
        do throws(EntitlementStoreError) {
          if try await self.handle(token) != .alreadyCompleted {
            _ = self.requestRefresh(includingUnfinished: false, isDirect: false)
          }
        } catch {
          self.collect(.updates, error, token)
          self.publishLater(after: error)
        }
        continuation.resume()
      }
    }
  }

  /// After a failure behind which the ledger knows the transaction, and the app perhaps too, what is published is stale.
  func publishLater(after error: EntitlementStoreError) {
    guard [.callbackFailed, .finishFailed, .unhandledProduct].contains(error.code) else { return }
    _ = requestRefresh(includingUnfinished: false, isDirect: false)
  }

  private func sendCollected() async {
    let failures = collected
    collected = []
    for failure in failures { await dispatcher?.send(failure) }
  }

  private func report(_ failure: EntitlementStoreFailure) async {
    let didFail = delegates.didFail
    await within { await didFail(failure) }
  }

  /// Runs a callback of the app, marked as one.
  func within<Value: Sendable>(_ callback: @Sendable () async throws -> Value) async rethrows -> Value {
    let scope = CallbackScope(ObjectIdentifier(self))
    defer { scope.end() }
    return try await CallbackScope.$current.withValue(scope) { try await callback() }
  }

  func beginClosing() -> Task<Void, Never> {
    phase = .closing
    let closing = Task {
      self.listener?.cancel()
      await self.listener?.value
      while let tail = self.tail {
        await tail.value
        if self.tail == tail { break }
      }
      await self.dispatcher?.drain()
      self.delegates = EntitlementStoreDelegates()
      self.tail = nil
      self.phase = .closed
    }
    self.closing = closing
    return closing
  }
}
