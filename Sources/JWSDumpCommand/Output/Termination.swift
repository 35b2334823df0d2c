// SPDX-License-Identifier: MIT

internal import Glibc
internal import Synchronization

private let terminationFlag = Atomic<Bool>(false)

/// Signals: SIGTERM asks for an end after the line at hand; a closed pipe is an error of write(2), not a death.
package enum Termination {
  /// SIGTERM has come.
  package static var isRequested: Bool { terminationFlag.load(ordering: .relaxed) }

  /// Takes over both signals for the whole process; only the executable calls this.
  package static func takeOverSignals() {
    // Made before the handler can run: the first use of a global is not safe inside a signal handler.
    terminationFlag.store(false, ordering: .relaxed)
    var action = sigaction()
    unsafe action.__sigaction_handler.sa_handler = { _ in terminationFlag.store(true, ordering: .relaxed) }
    // SAFETY: the structure is valid for the call. No SA_RESTART, so that a waiting read returns.
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
}
