// SPDX-License-Identifier: MIT

import JOSE
import Synchronization

/// Passes requests on and counts them.
final class CountingRequester: OCSPRequester {
  private let base: any OCSPRequester
  private let requests = Mutex(0)

  init(_ base: any OCSPRequester) { self.base = base }

  var count: Int { requests.withLock { $0 } }

  func send(request: [UInt8], to url: String) async throws(OCSPRequestError) -> [UInt8] {
    requests.withLock { $0 += 1 }
    return try await base.send(request: request, to: url)
  }
}

/// Gives the first answer of an address to every later request.
final class ReplayingRequester: OCSPRequester {
  private let base: any OCSPRequester
  private let recorded = Mutex<[String: [UInt8]]>([:])

  init(_ base: any OCSPRequester) { self.base = base }

  var answers: [String: [UInt8]] { recorded.withLock { $0 } }

  func send(request: [UInt8], to url: String) async throws(OCSPRequestError) -> [UInt8] {
    if let answer = recorded.withLock({ $0[url] }) { return answer }
    let answer = try await base.send(request: request, to: url)
    recorded.withLock { $0[url] = answer }
    return answer
  }
}

/// Passes requests on and flips one bit of each answer that is long enough.
final class FlippingRequester: OCSPRequester {
  private let base: any OCSPRequester
  private let bit: Int?
  private let longest = Mutex(0)

  init(_ base: any OCSPRequester, bit: Int? = nil) {
    self.base = base
    self.bit = bit
  }

  func flipping(_ bit: Int) -> FlippingRequester { FlippingRequester(base, bit: bit) }

  var longestAnswer: Int { longest.withLock { $0 } }

  func send(request: [UInt8], to url: String) async throws(OCSPRequestError) -> [UInt8] {
    var answer = try await base.send(request: request, to: url)
    longest.withLock { $0 = max($0, answer.count) }
    if let bit, bit / 8 < answer.count { answer[bit / 8] ^= 0x80 >> (bit % 8) }
    return answer
  }
}

/// Gives one answer an address, and none to others.
struct FixedRequester: OCSPRequester {
  var answers: [String: [UInt8]]

  func send(request: [UInt8], to url: String) async throws(OCSPRequestError) -> [UInt8] {
    guard let answer = answers[url] else { throw OCSPRequestError(reason: "nobody there") }
    return answer
  }
}

/// Holds every request until the gate is opened, and then has nothing to say.
final class GatedRequester: OCSPRequester {
  private struct State {
    var count = 0
    var isOpen = false
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Mutex(State())

  var count: Int { state.withLock { $0.count } }

  func open() {
    let waiting = state.withLock { state in
      state.isOpen = true
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting { continuation.resume() }
  }

  func send(request: [UInt8], to url: String) async throws(OCSPRequestError) -> [UInt8] {
    await withCheckedContinuation { continuation in
      let isOpen = state.withLock { state in
        state.count += 1
        if !state.isOpen { state.waiting.append(continuation) }
        return state.isOpen
      }
      if isOpen { continuation.resume() }
    }
    throw OCSPRequestError(reason: Task.isCancelled ? "cancelled" : "nothing to say")
  }
}
