// SPDX-License-Identifier: MIT
internal import FoundationEssentials
internal import StrictJSON

/// One overload for each Swift type of a payload's member; nil writes nothing.
extension JSONWriter {
  mutating func member(_ name: StaticString, _ value: String?) {
    guard let value else { return }
    self.name(name)
    string(value)
  }

  mutating func member(_ name: StaticString, _ value: Bool?) {
    guard let value else { return }
    self.name(name)
    boolean(value)
  }

  mutating func member(_ name: StaticString, _ value: Int?) {
    guard let value else { return }
    self.name(name)
    integer(value)
  }

  mutating func member(_ name: StaticString, _ value: Int64?) {
    guard let value else { return }
    self.name(name)
    integer(value)
  }

  /// A date as milliseconds since 1970; a fraction is written only if there is one.
  mutating func member(_ name: StaticString, _ value: Date?) {
    guard let value else { return }
    let milliseconds = value.milliseconds
    self.name(name)
    if let whole = Int64(exactly: milliseconds) {
      integer(whole)
    } else if milliseconds.isFinite {
      verbatim("\(milliseconds)".utf8)
    } else {
      null()
    }
  }

  mutating func member(_ name: StaticString, _ value: UUIDOrText?) {
    member(name, value?.text)
  }

  mutating func member<Value: OpenValue>(_ name: StaticString, _ value: Value?) where Value.RawValue == String {
    member(name, value?.rawValue)
  }

  mutating func member<Value: OpenValue>(_ name: StaticString, _ value: Value?) where Value.RawValue == Int {
    member(name, value?.rawValue)
  }

  mutating func member(_ name: StaticString, _ value: [String]?) {
    guard let value else { return }
    self.name(name)
    beginArray()
    for element in value { string(element) }
    endArray()
  }

  mutating func member(_ name: StaticString, _ value: (some PayloadObject)?) {
    guard let value else { return }
    self.name(name)
    value.write(to: &self)
  }

  mutating func member<Object: PayloadObject>(_ name: StaticString, _ value: [Object]?) {
    guard let value else { return }
    self.name(name)
    beginArray()
    for element in value { element.write(to: &self) }
    endArray()
  }
}

extension Date {
  /// Milliseconds since 1970. Swift counts seconds from 2001, with some 0.0001 ms of rounding: what is that near to a
  /// whole millisecond is meant to be one.
  var milliseconds: Double {
    let milliseconds = timeIntervalSince1970 * 1000
    let rounded = milliseconds.rounded()
    return abs(milliseconds - rounded) < 0.0005 ? rounded : milliseconds
  }
}
