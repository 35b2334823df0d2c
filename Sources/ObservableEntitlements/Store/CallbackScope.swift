// SPDX-License-Identifier: MIT

/// The callbacks that the current task runs within, so that a store can tell a call that would wait for itself.
@MainActor final class CallbackScope {
  @TaskLocal static var current: CallbackScope?

  private let owner: ObjectIdentifier
  private let parent: CallbackScope?
  /// False once the callback has returned: a task that it left behind may ask what it likes.
  private var isRunning = true

  init(_ owner: ObjectIdentifier) {
    self.owner = owner
    parent = Self.current
  }

  func end() { isRunning = false }

  static func isWithin(callbackOf owner: ObjectIdentifier) -> Bool {
    var scope = current
    while let here = scope {
      if here.isRunning, here.owner == owner { return true }
      scope = here.parent
    }
    return false
  }
}
