// SPDX-License-Identifier: MIT
public import FoundationEssentials

/// An amount as Apple writes it: thousandths of a currency unit, exact.
public struct Money: Hashable, Sendable {
  /// Thousandths of the currency unit: 10990 is 10.99, whatever the currency.
  public let milliunits: Int64
  /// ISO 4217 code, if the payload names one.
  public let currency: String?

  /// Makes an amount.
  public init(milliunits: Int64, currency: String?) {
    self.milliunits = milliunits
    self.currency = currency
  }

  /// The amount in currency units, exact.
  public var amount: Decimal {
    Decimal(milliunits) / 1000
  }

  /// The amount in currency units as plain digits: no grouping, no exponent, no zeros at the end.
  public var amountText: String {
    let magnitude = milliunits.magnitude
    var fraction = String(magnitude % 1000)
    fraction = String(repeating: "0", count: 3 - fraction.count) + fraction
    while fraction.hasSuffix("0") { fraction.removeLast() }
    return (milliunits < 0 ? "-" : "") + String(magnitude / 1000) + (fraction.isEmpty ? "" : "." + fraction)
  }
}

extension Money: CustomStringConvertible {
  /// Amount and currency, like `114.99 PLN`.
  public var description: String {
    currency.map { "\(amountText) \($0)" } ?? amountText
  }
}
