// SPDX-License-Identifier: MIT

internal import Foundation
public import JOSE

#if canImport(FoundationNetworking)
  internal import FoundationNetworking
#endif

/// Posts OCSP requests over HTTP (RFC 6960 appendix A.1) with Foundation's URL loading.
///
/// Each request has its own deadline. Redirects are not followed, as the address comes from a certificate and should
/// lead to nowhere else. Cookies, caches and stored credentials are not used.
public final class HTTPOCSPRequester: OCSPRequester {
  /// How requests are sent.
  public struct Options: Hashable, Sendable {
    /// Seconds until a request is given up, from its start to the last byte of the answer.
    public var timeoutSeconds: Double
    /// Bytes of an answer; more than that ends the request.
    public var maximumAnswerByteCount: Int

    /// Makes options: ten seconds and 64 KiB unless said otherwise.
    public init(timeoutSeconds: Double = 10, maximumAnswerByteCount: Int = 64 << 10) {
      self.timeoutSeconds = timeoutSeconds.isFinite ? max(0.1, timeoutSeconds) : 10
      self.maximumAnswerByteCount = max(0, maximumAnswerByteCount)
    }
  }

  private let options: Options
  private let session: URLSession
  private let receiver: AnswerReceiver

  /// Makes a requester.
  public init(options: Options = Options()) {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.timeoutIntervalForRequest = options.timeoutSeconds
    configuration.timeoutIntervalForResource = options.timeoutSeconds
    configuration.httpShouldSetCookies = false
    configuration.urlCache = nil
    configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
    receiver = AnswerReceiver(maximumByteCount: options.maximumAnswerByteCount)
    session = URLSession(configuration: configuration, delegate: receiver, delegateQueue: nil)
    self.options = options
  }

  deinit {
    // The session holds its delegate until it is told to end.
    session.invalidateAndCancel()
  }

  /// Posts a request and gives the body of the answer.
  ///
  /// - Throws: `OCSPRequestError` for an address that is no http or https URL, no connection, a status other than 200,
  ///   a redirect, an answer that is too long, the deadline, and cancellation of the calling task.
  public func send(request: [UInt8], to url: String) async throws(OCSPRequestError) -> [UInt8] {
    guard let address = URL(string: url), let scheme = address.scheme?.lowercased(),
      ["http", "https"].contains(scheme), address.host != nil
    else { throw OCSPRequestError(reason: "not an http or https address") }
    var post = URLRequest(url: address, timeoutInterval: options.timeoutSeconds)
    post.httpMethod = "POST"
    post.httpBody = Data(request)
    post.setValue("application/ocsp-request", forHTTPHeaderField: "Content-Type")
    post.setValue("application/ocsp-response", forHTTPHeaderField: "Accept")
    return try await answer(to: post).get()
  }

  private func answer(to post: URLRequest) async -> Result<[UInt8], OCSPRequestError> {
    let task = session.dataTask(with: post)
    let deadline = options.timeoutSeconds
    // Not every version of Foundation ends a request by the configured time, hence a second clock.
    let clock = Task {
      try await Task.sleep(for: .seconds(deadline))
      receiver.abandon(task)
    }
    defer {
      clock.cancel()
      receiver.forget(task)
    }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        if receiver.expect(task.taskIdentifier, report: { continuation.resume(returning: $0) }) {
          task.resume()
        } else {
          task.cancel()
        }
      }
    } onCancel: {
      receiver.abandon(task)
    }
  }
}
