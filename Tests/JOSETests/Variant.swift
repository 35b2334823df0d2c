// SPDX-License-Identifier: MIT
import JOSE

/// One of the two encodings, with all of its entry points behind one door.
enum Variant: CaseIterable, CustomStringConvertible {
  case urlSafe
  case standard

  typealias Outcome = Result<[UInt8], JOSEError>

  var description: String { self == .urlSafe ? "base64url" : "base64" }

  var alphabet: [UInt8] {
    Array(("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789" + (self == .urlSafe ? "-_" : "+/")).utf8)
  }

  /// What each entry point makes of the characters: `Span`, array and, where they are UTF-8, `String`.
  func outcomes(_ characters: [UInt8]) -> [Outcome] {
    var outcomes: [Outcome] = []
    switch self {
    case .urlSafe:
      outcomes.append(Result { () throws(JOSEError) in try Base64URL.decode(characters.span) })
      outcomes.append(Result { () throws(JOSEError) in try Base64URL.decode(characters) })
      if let text = String(validating: characters, as: UTF8.self) {
        outcomes.append(Result { () throws(JOSEError) in try Base64URL.decode(text) })
      }
    case .standard:
      outcomes.append(Result { () throws(JOSEError) in try Base64.decode(characters.span) })
      outcomes.append(Result { () throws(JOSEError) in try Base64.decode(characters) })
      if let text = String(validating: characters, as: UTF8.self) {
        outcomes.append(Result { () throws(JOSEError) in try Base64.decode(text) })
      }
    }
    return outcomes
  }

  /// The one outcome of all entry points; nil if they differ.
  func outcome(_ characters: [UInt8]) -> Outcome? {
    let outcomes = outcomes(characters)
    return Set(outcomes).count == 1 ? outcomes.first : nil
  }

  /// The text of some bytes; both encoders must agree.
  func text(_ bytes: [UInt8]) -> String? {
    let (characters, text) =
      switch self {
      case .urlSafe: (Base64URL.encode(bytes.span), Base64URL.encode(bytes))
      case .standard: (Base64.encode(bytes.span), Base64.encode(bytes))
      }
    return Array(text.utf8) == characters ? text : nil
  }
}
