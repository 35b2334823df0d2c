// SPDX-License-Identifier: MIT

/// A Name of a certificate (RFC 5280 §4.1.2.4): its exact bytes and a text for people.
///
/// Names are compared by their bytes: two encodings of the same text are two names here, as Apple's chains need no more.
public struct DistinguishedName: Hashable, Sendable {
  /// The DER of the whole Name.
  public let der: [UInt8]
  /// RFC 4514 text: the last RDN first, for instance `C=US,O=Apple Inc.,CN=Apple Root CA - G3` where the certificate
  /// writes the common name first.
  public let text: String
  /// The last common name, nil when there is none that can be read as text.
  public let commonName: String?
}

extension ASN1Reader {
  /// RDNSequence ::= SEQUENCE OF SET SIZE (1..MAX) OF SEQUENCE { type, value }
  mutating func distinguishedName() throws(ASN1Error) -> DistinguishedName {
    let name = try next(.sequence)
    var parts: [String] = []
    var commonName: String?
    let nameScope = try enter(name)
    while !isAtEnd {
      let setScope = try enter(try next(.set))
      var attributes: [ASN1Element] = []
      var texts: [String] = []
      repeat {
        let attribute = try next(.sequence)
        let attributeScope = try enter(attribute)
        let type = try objectIdentifier(try next(.objectIdentifier))
        let value = try next()
        try leave(attributeScope)
        attributes.append(attribute)
        let text = try? text(value)
        if type == .commonName { commonName = text ?? commonName }
        texts.append(attributeText(type, text, value))
      } while !isAtEnd
      try checkSetOrder(attributes)
      try leave(setScope)
      parts.append(texts.joined(separator: "+"))
    }
    try leave(nameScope)
    return DistinguishedName(
      der: copy(name.range), text: parts.reversed().joined(separator: ","), commonName: commonName)
  }

  /// RFC 4514 §2.3 and §2.4: a registered short name with text, else the dotted form with the value's DER in hex.
  private func attributeText(_ type: ObjectIdentifier, _ text: String?, _ value: ASN1Element) -> String {
    if let short = type.attributeName, let text {
      return "\(short)=\(escaped(text))"
    }
    let hex = value.range.map { at in hexadecimal(bytes[at]) }.joined()
    return "\(type.attributeName ?? type.description)=#\(hex)"
  }

  private func escaped(_ text: String) -> String {
    var result = ""
    let last = text.unicodeScalars.count - 1
    for (index, scalar) in text.unicodeScalars.enumerated() {
      switch scalar {
      case "\"", "+", ",", ";", "<", ">", "\\":
        result += "\\"
        result.unicodeScalars.append(scalar)
      case " " where index == 0 || index == last, "#" where index == 0:
        result += "\\"
        result.unicodeScalars.append(scalar)
      case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}":
        // §2.4 demands this for NUL; other controls would let a name draw on a terminal.
        for octet in Character(scalar).utf8 { result += "\\" + hexadecimal(octet) }
      default:
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}

/// Two lower-case hex digits.
func hexadecimal(_ octet: UInt8) -> String {
  (octet < 16 ? "0" : "") + String(octet, radix: 16)
}

extension ObjectIdentifier {
  /// The short name that is registered for an attribute type (RFC 4519; RFC 2985 for e-mail).
  var attributeName: String? {
    switch self {
    case .commonName: "CN"
    case .surname: "SN"
    case .serialNumber: "serialNumber"
    case .countryName: "C"
    case .localityName: "L"
    case .stateOrProvinceName: "ST"
    case .streetAddress: "STREET"
    case .organizationName: "O"
    case .organizationalUnitName: "OU"
    case .title: "title"
    case .givenName: "givenName"
    case .domainComponent: "DC"
    case .userID: "UID"
    case .emailAddress: "emailAddress"
    default: nil
    }
  }
}
