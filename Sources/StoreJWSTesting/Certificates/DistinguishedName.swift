// SPDX-License-Identifier: MIT

/// A Name (RFC 5280 §4.1.2.4), one attribute to a relative name, in the order of the encoding.
public struct DistinguishedName: Hashable, Sendable {
  /// One attribute: its type as dotted numbers, and its text.
  public struct Attribute: Hashable, Sendable {
    /// Object identifier of the attribute type.
    public var type: String
    /// The value; written as UTF8String, a country as PrintableString.
    public var value: String

    /// Makes an attribute.
    public init(type: String, value: String) {
      self.type = type
      self.value = value
    }
  }

  /// The attributes, first one first.
  public var attributes: [Attribute]

  /// Makes a name from attributes.
  public init(attributes: [Attribute]) {
    self.attributes = attributes
  }

  /// A name of the shape that Apple's have: common name, unit, organization, country.
  public init(
    commonName: String,
    organizationalUnit: String? = nil,
    organization: String? = "StoreJWS Tests",
    country: String? = "US"
  ) {
    let parts = [
      ("2.5.4.3", commonName), ("2.5.4.11", organizationalUnit), ("2.5.4.10", organization), ("2.5.4.6", country),
    ]
    attributes = parts.compactMap { type, value in value.map { Attribute(type: type, value: $0) } }
  }

  /// The text of the common name, empty where there is none.
  public var commonName: String {
    attributes.first { $0.type == "2.5.4.3" }?.value ?? ""
  }

  /// The name as ASN.1.
  public var node: DERNode {
    .sequence(
      attributes.map { attribute in
        let value: DERNode =
          attribute.type == "2.5.4.6" ? .printableString(attribute.value) : .utf8String(attribute.value)
        return .set([.sequence([.objectIdentifier(attribute.type), value])])
      })
  }
}
