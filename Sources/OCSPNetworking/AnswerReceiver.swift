// SPDX-License-Identifier: MIT

internal import Foundation
internal import JOSE
internal import Synchronization

#if canImport(FoundationNetworking)
  internal import FoundationNetworking
#endif

/// Collects the answers of a session's tasks, each up to its budget, and reports each exactly once.
final class AnswerReceiver: NSObject, URLSessionDataDelegate {
  typealias Outcome = Result<[UInt8], OCSPRequestError>

  private struct Waiting {
    var bytes: [UInt8] = []
    var refusal: OCSPRequestError?
    let report: @Sendable (Outcome) -> Void
  }

  private struct State {
    var waiting: [Int: Waiting] = [:]
    /// Tasks that were given up before anybody waited for them.
    var abandoned: Set<Int> = []
  }

  private let maximumByteCount: Int
  private let state = Mutex(State())

  init(maximumByteCount: Int) {
    self.maximumByteCount = maximumByteCount
    super.init()
  }

  /// Prepares for a task that has not been started yet.
  ///
  /// - Returns: false if it was given up before; that has been reported, and the task is not to be started.
  func expect(_ identifier: Int, report: @escaping @Sendable (Outcome) -> Void) -> Bool {
    let isAbandoned = state.withLock { state in
      if state.abandoned.remove(identifier) != nil { return true }
      state.waiting[identifier] = Waiting(report: report)
      return false
    }
    if isAbandoned { report(.failure(OCSPRequestError(reason: Self.noAnswer))) }
    return !isAbandoned
  }

  /// Gives a task up: its end is reported to whoever waits, now or later.
  func abandon(_ task: URLSessionTask) {
    let isAwaited = state.withLock { state in
      if state.waiting[task.taskIdentifier] != nil { return true }
      state.abandoned.insert(task.taskIdentifier)
      return false
    }
    if isAwaited { task.cancel() }
  }

  /// The task's end has been told; nothing of it is kept.
  func forget(_ task: URLSessionTask) {
    state.withLock { _ = $0.abandoned.remove(task.taskIdentifier) }
  }

  private static let noAnswer = "no answer in time"

  /// Notes why an answer is refused; the first reason stays.
  private func note(_ task: URLSessionTask, _ reason: String) {
    state.withLock { state in
      guard state.waiting[task.taskIdentifier]?.refusal == nil else { return }
      state.waiting[task.taskIdentifier]?.refusal = OCSPRequestError(reason: reason)
    }
  }

  // MARK: - URLSessionDataDelegate

  func urlSession(
    _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    note(task, "the responder redirects, which is not followed")
    completionHandler(nil)
    task.cancel()
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    let status = (response as? HTTPURLResponse)?.statusCode ?? 0
    guard status == 200 else {
      note(dataTask, "the responder answers HTTP \(status)")
      completionHandler(.cancel)
      return
    }
    completionHandler(.allow)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    let isTooLong = state.withLock { state in
      guard let count = state.waiting[dataTask.taskIdentifier]?.bytes.count else { return false }
      guard data.count <= maximumByteCount - count else { return true }
      state.waiting[dataTask.taskIdentifier]?.bytes += data
      return false
    }
    if isTooLong {
      note(dataTask, "the answer has more than \(maximumByteCount) bytes")
      dataTask.cancel()
    }
  }

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    guard let done = state.withLock({ $0.waiting.removeValue(forKey: task.taskIdentifier) }) else { return }
    if let refusal = done.refusal {
      done.report(.failure(refusal))
    } else if let error {
      done.report(.failure(OCSPRequestError(reason: Self.words(for: error))))
    } else {
      done.report(.success(done.bytes))
    }
  }

  private static func words(for error: any Error) -> String {
    switch (error as? URLError)?.code {
    case .cancelled, .timedOut: noAnswer
    case .cannotConnectToHost: "no connection to the responder"
    case .cannotFindHost: "the responder's name is not known"
    default: "the request failed: \(error.localizedDescription)"
    }
  }
}
