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

  private let maximumByteCount: Int
  private let waiting = Mutex<[Int: Waiting]>([:])

  init(maximumByteCount: Int) {
    self.maximumByteCount = maximumByteCount
    super.init()
  }

  /// Prepares for a task that has not been started yet.
  func expect(_ identifier: Int, report: @escaping @Sendable (Outcome) -> Void) {
    waiting.withLock { $0[identifier] = Waiting(report: report) }
  }

  /// Notes why an answer is refused; the first reason stays.
  private func note(_ task: URLSessionTask, _ reason: String) {
    waiting.withLock { waiting in
      guard waiting[task.taskIdentifier]?.refusal == nil else { return }
      waiting[task.taskIdentifier]?.refusal = OCSPRequestError(reason: reason)
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
    let isTooLong = waiting.withLock { waiting in
      guard let count = waiting[dataTask.taskIdentifier]?.bytes.count else { return false }
      guard data.count <= maximumByteCount - count else { return true }
      waiting[dataTask.taskIdentifier]?.bytes += data
      return false
    }
    if isTooLong {
      note(dataTask, "the answer has more than \(maximumByteCount) bytes")
      dataTask.cancel()
    }
  }

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    guard let done = waiting.withLock({ $0.removeValue(forKey: task.taskIdentifier) }) else { return }
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
    case .cancelled, .timedOut: "no answer in time"
    case .cannotConnectToHost: "no connection to the responder"
    case .cannotFindHost: "the responder's name is not known"
    default: "the request failed: \(error.localizedDescription)"
    }
  }
}
