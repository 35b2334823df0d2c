// SPDX-License-Identifier: MIT

public import StrictJSON

/// An object of a server answer, read tolerantly: the endpoint and its imitators wrote every scalar as string, number or
/// boolean at one time or another, so each getter takes all of them, and an empty string counts as absent.
///
/// Nothing is lost: ``value`` is the object as it came, members and number text in order.
public protocol AnswerObject: Hashable, Sendable {
  /// The object as it came.
  var value: JSONValue { get }
}

extension AnswerObject {
  /// A string, or the text of a number or boolean; nil where the member is absent, null, empty or a container.
  public func text(_ name: String) -> String? {
    switch value[name] {
    case .string(let text): text.isEmpty ? nil : text
    case .number(let text): text
    case .boolean(let value): value ? "true" : "false"
    default: nil
    }
  }

  /// A whole number, also from a string.
  public func integer(_ name: String) -> Int64? {
    text(name).flatMap { Int64($0) }
  }

  /// A flag from `true`, `"true"`, `1`, `"1"` and their opposites; nil for anything else.
  public func flag(_ name: String) -> Bool? {
    switch text(name) {
    case "true", "1": true
    case "false", "0": false
    default: nil
    }
  }

  /// A date in milliseconds since 1970-01-01T00:00:00Z: the member with `_ms`, else the member itself as milliseconds or
  /// as text in GMT or RFC 3339, else the member with `_formatted`. The `_pst` form is not read.
  public func milliseconds(_ name: String) -> Int64? {
    integer("\(name)_ms") ?? text(name).flatMap(DateText.any) ?? text("\(name)_formatted").flatMap(DateText.any)
  }

  /// An object, or the objects of an array; none where the member is something else.
  func objects(_ name: String) -> [JSONValue] {
    switch value[name] {
    case .array(let elements): elements.filter { if case .object = $0 { true } else { false } }
    case .object(let members): [.object(members)]
    default: []
    }
  }
}
