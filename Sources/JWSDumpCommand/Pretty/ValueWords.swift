// SPDX-License-Identifier: MIT

internal import StoreJWS
internal import StrictJSON

/// Turns a member's value into words for people, by what its schema says that it is.
struct ValueWords {
  let now: Int64

  /// The longest text that is shown of one value; the rest is counted.
  static let limit = 600

  /// A scalar: how it is written, and what that means.
  func words(_ value: JSONValue, _ type: ValueType?, in object: JSONValue) -> (value: String, remark: String)? {
    switch (value, type) {
    case (.object, _), (.array, _): return nil
    case (.null, _): return ("null", "")
    case (.boolean(let flag), _): return (flag ? "yes" : "no", "")
    case (.number(let text), .milliseconds): return date(text)
    case (.number(let text), .milliunits(let currency)):
      return money(text, currency: currency.flatMap { object[$0] })
    case (.number(let text), .milliPercent):
      guard let thousandths = Int64(text) else { return (text, "thousandths of a percent") }
      return (Money(milliunits: thousandths, currency: nil).amountText + " %", "")
    case (.number(let text), .openInteger(let meaning)):
      return (text, Int(text).flatMap { meaning($0) } ?? "not known to this version")
    case (.number(let text), _): return (TerminalText.escape(text, limit: 80), "")
    case (.string(let text), .openString(let meaning)):
      let words = meaning(text) ?? "not known to this version"
      return (escape(text), words == text.lowercased() ? "" : words)
    case (.string(let text), .signed): return ("signed, see below", "\(text.utf8.count) characters")
    case (.string(let text), nil): return (text.isEmpty ? "\"\"" : escape(text), dateRemark(text))
    case (.string(let text), _): return (text.isEmpty ? "\"\"" : escape(text), "")
    }
  }

  /// How long ago or ahead a date text is, as receipts have them.
  private func dateRemark(_ text: String) -> String {
    guard text.utf8.count >= 20, text.utf8.count <= 32, let moment = Instant.parse(text) else { return "" }
    return RelativeTime.text(milliseconds: moment, now: now)
  }

  /// ISO 8601 in UTC, and how long ago or ahead.
  func date(_ text: String) -> (value: String, remark: String) {
    guard let (milliseconds, _) = Instant.milliseconds(ofNumber: text), let iso = Instant.iso8601(number: text) else {
      return (TerminalText.escape(text, limit: 80), "milliseconds, beyond any calendar")
    }
    return (iso, RelativeTime.text(milliseconds: milliseconds, now: now))
  }

  private func money(_ text: String, currency: JSONValue?) -> (value: String, remark: String) {
    guard let milliunits = Int64(text) else { return (text, "thousandths") }
    var code: String?
    if case .string(let name) = currency { code = TerminalText.escape(name, limit: 12) }
    return (Money(milliunits: milliunits, currency: code).description, code == nil ? "no currency given" : "")
  }

  private func escape(_ text: String) -> String { TerminalText.escape(text, limit: Self.limit) }
}
