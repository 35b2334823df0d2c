// SPDX-License-Identifier: MIT

/// Budgets on the signed strings of one document, which whoever wrote it can size.
public struct SignedStringLimits: Hashable, Sendable {
  /// How many signed strings are examined, nested ones included.
  public var maximumStringCount: Int
  /// How deep signed strings may stand in each other's payloads; one in a body has depth 1.
  public var maximumDepth: Int

  /// Makes limits.
  public init(maximumStringCount: Int, maximumDepth: Int) {
    self.maximumStringCount = maximumStringCount
    self.maximumDepth = maximumDepth
  }

  /// 1,024 strings and a depth of four. Apple's fullest page has some 80 (20 notifications with three strings each) and
  /// a depth of two; a forged string costs up to 2 ms to refuse, so the worst document costs two seconds.
  public static let standard = SignedStringLimits(maximumStringCount: 1024, maximumDepth: 4)
}

extension StoreError.Code {
  /// A document has more signed strings than ``SignedStringLimits/maximumStringCount``.
  public static let signedStringLimit = StoreError.Code(rawValue: "signedStringLimit")
  /// Signed strings stand deeper in each other than ``SignedStringLimits/maximumDepth``.
  public static let signedNestingLimit = StoreError.Code(rawValue: "signedNestingLimit")
  /// A body is a notification of version 1, which has no signature.
  public static let notificationV1 = StoreError.Code(rawValue: "notificationV1")
  /// A body does not have the signed string that was asked for.
  public static let signedStringMissing = StoreError.Code(rawValue: "signedStringMissing")
}

/// How far the examination of one document has come: what is left of the budgets, and the headers seen so far.
struct SignedStringWalk {
  let limits: SignedStringLimits
  private(set) var count = 0
  /// The first budget that was met.
  private(set) var error: StoreError?
  /// The strings of a document mostly have one header.
  var memory = HeaderMemory(keepsFresh: true)

  init(_ limits: SignedStringLimits) {
    self.limits = limits
  }

  /// Takes one string out of the budget.
  ///
  /// - Returns: false if there is none left, and the string is not to be examined.
  mutating func take(depth: Int, path: String) -> Bool {
    if depth > limits.maximumDepth {
      meet(
        .signedNestingLimit, "more than \(limits.maximumDepth) signed strings in each other's payloads", path)
      return false
    }
    guard count < limits.maximumStringCount else {
      meet(.signedStringLimit, "more than \(limits.maximumStringCount) signed strings", path)
      return false
    }
    count += 1
    return true
  }

  private mutating func meet(_ code: StoreError.Code, _ message: String, _ path: String) {
    if error == nil { error = StoreError(code: code, category: .overLimit, message: message, path: path) }
  }
}
