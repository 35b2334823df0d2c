// SPDX-License-Identifier: MIT

internal import Glibc
internal import Synchronization

private let terminationFlag = Atomic<Bool>(false)
/// The two ends of a pipe that gets one byte when SIGTERM comes; -1 while nobody has taken over the signals.
private let wakeReader = Atomic<Int32>(-1)
private let wakeWriter = Atomic<Int32>(-1)

/// Signals: SIGTERM asks for an end after the line at hand; a closed pipe is an error of write(2), not a death.
package enum Termination {
  /// SIGTERM has come.
  package static var isRequested: Bool { terminationFlag.load(ordering: .relaxed) }

  /// A descriptor that becomes readable when SIGTERM comes; -1 if signals are not taken over. Who waits for input waits for
  /// this too: a flag alone would be missed by a read that begins just after it was looked at.
  static var wakeDescriptor: Int32 { wakeReader.load(ordering: .relaxed) }

  /// Takes over both signals for the whole process; only the executable calls this.
  package static func takeOverSignals() {
    keepStandardDescriptors()
    // Made before the handler can run: the first use of a global is not safe inside a signal handler.
    terminationFlag.store(false, ordering: .relaxed)
    var ends: [Int32] = [-1, -1]
    // SAFETY: pipe fills exactly two numbers.
    if unsafe pipe(&ends) == 0 {
      for end in ends {
        _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        _ = fcntl(end, F_SETFL, O_NONBLOCK)
      }
      wakeReader.store(ends[0], ordering: .relaxed)
      wakeWriter.store(ends[1], ordering: .relaxed)
    }
    var action = sigaction()
    unsafe action.__sigaction_handler.sa_handler = { _ in
      terminationFlag.store(true, ordering: .relaxed)
      let code = errno
      var byte: UInt8 = 1
      // SAFETY: one byte, valid for the call; write may be called from a signal handler, and a full pipe does not block it.
      _ = unsafe write(wakeWriter.load(ordering: .relaxed), &byte, 1)
      errno = code
    }
    // SAFETY: the structure is valid for the call. No SA_RESTART, so that a waiting call returns.
    unsafe sigaction(SIGTERM, &action, nil)
    // A parent's threads may block signals (Dispatch's do), and a child inherits that by accident.
    var mask = sigset_t()
    // SAFETY: the set is valid for the calls.
    unsafe sigemptyset(&mask)
    unsafe sigaddset(&mask, SIGTERM)
    unsafe pthread_sigmask(SIG_UNBLOCK, &mask, nil)
    unsafe action.__sigaction_handler.sa_handler = SIG_IGN
    // SAFETY: as above.
    unsafe sigaction(SIGPIPE, &action, nil)
  }

  /// Puts something in the place of standard descriptors that the caller has closed: the next file or pipe would stand there
  /// and be taken for input or output. What stands there now fails on reading, or on writing.
  private static func keepStandardDescriptors() {
    for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(descriptor, F_GETFD) == -1 {
      // The lowest free number is given, which is this one: those below are open by now.
      // SAFETY: the path is a literal, valid for the call.
      _ = unsafe open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }
}
