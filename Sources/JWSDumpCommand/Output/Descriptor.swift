// SPDX-License-Identifier: MIT

internal import Glibc

/// A file descriptor of the system. All calls that take pointers are in this file.
package final class Descriptor: ByteSource, ByteSink {
  private let number: Int32
  private let isOwned: Bool

  private init(number: Int32, isOwned: Bool) {
    self.number = number
    self.isOwned = isOwned
  }

  deinit {
    if isOwned { _ = close(number) }
  }

  package static let standardInput = Descriptor(number: 0, isOwned: false)
  package static let standardOutput = Descriptor(number: 1, isOwned: false)
  package static let standardError = Descriptor(number: 2, isOwned: false)

  /// Opens a file to read.
  package static func open(_ path: String) throws(InputError) -> Descriptor {
    // SAFETY: the string lives for the call, and open reads no further than its zero byte.
    let number = unsafe path.withCString { unsafe Glibc.open($0, O_RDONLY | O_CLOEXEC | O_NOCTTY) }
    guard number >= 0 else { throw InputError(SystemMessage.text(errno)) }
    return Descriptor(number: number, isOwned: true)
  }

  /// Whether something has that name, readable or not.
  package static func exists(_ path: String) -> Bool {
    if path.utf8.count > 4096 || path.utf8.contains(0) { return false }
    // SAFETY: as in open.
    return unsafe path.withCString { unsafe access($0, F_OK) } == 0
  }

  /// A terminal is at the other end.
  package var isTerminal: Bool { isatty(number) == 1 }

  /// The terminal's columns; nil if there is no terminal or it does not say.
  package var columns: Int? {
    var size = winsize()
    // SAFETY: the pointer is valid for the call, and TIOCGWINSZ fills exactly this structure.
    guard unsafe ioctl(number, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  /// The size of a regular file; nil for anything else.
  package var regularFileSize: Int? {
    var facts = stat()
    // SAFETY: the pointer is valid for the call, and fstat fills exactly this structure.
    guard unsafe fstat(number, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else { return nil }
    return Int(facts.st_size)
  }

  package var isReady: Bool {
    var request = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
    // SAFETY: one structure, valid for the call.
    return unsafe poll(&request, 1, 0) != 0
  }

  package func read(_ count: Int, into buffer: inout [UInt8]) throws(InputError) {
    var outcome: (count: Int, code: Int32, isInterrupted: Bool) = (0, 0, false)
    // Straight into the buffer's spare room: filling that with zeros first took more time than reading.
    buffer.append(addingCapacity: count) { output in
      // SAFETY: the memory has room for `count` bytes; as many are declared initialised as the system has written.
      unsafe output.withUnsafeMutableBufferPointer { memory, initializedCount in
        unsafe outcome = read(count, into: memory)
        initializedCount += max(outcome.count, 0)
      }
    }
    if outcome.isInterrupted { throw InputError("interrupted", isInterruption: true) }
    if outcome.count < 0 { throw InputError(SystemMessage.text(outcome.code)) }
  }

  private func read(
    _ count: Int, into memory: UnsafeMutableBufferPointer<UInt8>
  ) -> (count: Int, code: Int32, isInterrupted: Bool) {
    while true {
      waitUntilReadable()
      if Termination.isRequested { return (0, 0, true) }
      // SAFETY: the caller's memory has room for `count` bytes.
      let result = unsafe Glibc.read(number, memory.baseAddress, min(count, memory.count))
      if result >= 0 || errno != EINTR { return (result, errno, false) }
    }
  }

  package func write(_ bytes: [UInt8]) throws(OutputError) {
    var done = 0
    while done < bytes.count {
      let result = unsafe bytes.withUnsafeBytes { buffer in
        // SAFETY: `done` is less than the count, and no more than the rest is written.
        unsafe Glibc.write(number, buffer.baseAddress?.advanced(by: done), bytes.count - done)
      }
      if result < 0 {
        if errno == EINTR { continue }
        if errno == EAGAIN {
          waitUntilWritable()
          continue
        }
        throw errno == EPIPE ? .closed : .failed(errno)
      }
      done += result
    }
  }

  /// Returns when a read would not wait, or when SIGTERM has come.
  private func waitUntilReadable() {
    let wake = Termination.wakeDescriptor
    guard wake >= 0 else { return }
    var requests = [
      pollfd(fd: number, events: Int16(POLLIN), revents: 0), pollfd(fd: wake, events: Int16(POLLIN), revents: 0),
    ]
    // SAFETY: two structures, valid for the call.
    _ = unsafe poll(&requests, 2, -1)
  }

  private func waitUntilWritable() {
    var request = pollfd(fd: number, events: Int16(POLLOUT), revents: 0)
    // SAFETY: one structure, valid for the call.
    _ = unsafe poll(&request, 1, -1)
  }
}

/// What the system calls an error.
enum SystemMessage {
  static func text(_ code: Int32) -> String {
    // SAFETY: strerror returns a string that stays valid until the next call; it is copied at once. Only the main
    // thread opens, reads and writes.
    unsafe strerror(code).map { unsafe String(cString: $0) } ?? "error \(code)"
  }
}
