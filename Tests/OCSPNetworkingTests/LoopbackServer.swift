// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// Answers every connection to a port of the loopback interface with the same bytes, or with silence.
final class LoopbackServer: @unchecked Sendable {
  enum Manner {
    /// Writes these bytes after the request's head has come, and closes.
    case say([UInt8])
    /// Takes connections and never writes.
    case stayWithoutAWord
  }

  let url: String
  private let listener: Int32

  init(_ manner: Manner) throws {
    #if canImport(Glibc)
      let stream = Int32(SOCK_STREAM.rawValue)
    #else
      let stream = SOCK_STREAM
    #endif
    let listener = socket(AF_INET, stream, 0)
    self.listener = listener
    try #require(listener >= 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let length = socklen_t(MemoryLayout<sockaddr_in>.size)
    // SAFETY: a sockaddr_in is passed as the sockaddr that it begins with, with its own length.
    let port = unsafe withUnsafeMutablePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic -> UInt16? in
        var found = length
        guard unsafe bind(listener, generic, length) == 0, listen(listener, 16) == 0,
          unsafe getsockname(listener, generic, &found) == 0
        else { return nil }
        return unsafe generic.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { unsafe $0.pointee.sin_port }
      }
    }
    url = "http://127.0.0.1:\(UInt16(bigEndian: try #require(port)))/"
    Thread.detachNewThread { Self.serve(listener, manner) }
  }

  deinit {
    shutdown(listener, Int32(SHUT_RDWR))
    close(listener)
  }

  private static func serve(_ listener: Int32, _ manner: Manner) {
    var open: [Int32] = []
    while true {
      let connection = accept(listener, nil, nil)
      guard connection >= 0 else { break }
      guard case .say(let bytes) = manner else {
        open.append(connection)
        continue
      }
      var buffer = [UInt8](repeating: 0, count: 4096)
      _ = unsafe read(connection, &buffer, buffer.count)
      // A client that has read enough closes first; that must not end the test by a signal.
      _ = unsafe send(connection, bytes, bytes.count, Int32(MSG_NOSIGNAL))
      close(connection)
    }
    for connection in open { close(connection) }
  }

  /// An HTTP response with a body.
  static func response(_ status: String, _ body: [UInt8], headers: [String] = []) -> [UInt8] {
    let head = ["HTTP/1.1 \(status)", "Content-Length: \(body.count)", "Connection: close"] + headers
    return Array((head.joined(separator: "\r\n") + "\r\n\r\n").utf8) + body
  }
}
