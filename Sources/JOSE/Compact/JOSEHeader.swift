// SPDX-License-Identifier: MIT
public import StrictJSON

/// The protected header of a JWS (RFC 7515 §4), read and judged by nobody.
public struct JOSEHeader: Hashable, Sendable {
  /// `alg`: the algorithm that the token claims (RFC 7515 §4.1.1).
  public let algorithm: SignatureAlgorithm?
  /// `kid`: key id (§4.1.4). Apple writes none; Xcode writes `Apple_Xcode_Key`.
  public let keyID: String?
  /// `typ`: media type of the whole token (§4.1.9).
  public let type: String?
  /// `crit`: names of extensions that a reader must understand (§4.1.11). Nothing is understood here.
  public let critical: [String]?
  /// `x5c`: the certificates, each as the base64 text that the header has (§4.1.6); nil if there is no such member.
  /// At most ``maximumCertificateCount`` are kept, ``certificateCount`` tells how many there are.
  public let certificateTexts: [String]?
  /// How many entries `x5c` has.
  public let certificateCount: Int
  /// The header carries `jwk` or `jku`: a key of the sender's own choice, which is never used.
  public let embeddedKeyNames: [String]
  /// Names of all other members, in order.
  public let otherNames: [String]
  /// The decoded header, byte for byte.
  public let json: [UInt8]

  /// Entries of `x5c` that are kept. An App Store chain has three; a fourth is kept to show that there are too many.
  public static let maximumCertificateCount = 4

  private static let table = MemberTable(["alg", "x5c", "kid", "typ", "crit", "jwk", "jku"])

  /// Reads a decoded header.
  ///
  /// - Throws: faults of JSON and of type (`typeMismatch`), with offsets in `json`.
  public init(json: [UInt8]) throws(JSONError) {
    self.json = json
    var algorithm: SignatureAlgorithm?
    var keyID: String?
    var type: String?
    var critical: [String]?
    var texts: [String]?
    var count = 0
    var embedded: [String] = []
    var others: [String] = []
    var reader = try JSONReader(json.span, limits: .header)
    var object = try reader.enterObject()
    while let member = try reader.nextMember(&object, Self.table) {
      switch member.index {
      case 0: algorithm = SignatureAlgorithm(rawValue: try reader.readString())
      case 1:
        var array = try reader.enterArray()
        var entries: [String] = []
        while try reader.nextElement(&array) {
          let text = try reader.readText()
          if entries.count < Self.maximumCertificateCount { entries.append(reader.string(text)) }
          count += 1
        }
        texts = entries
      case 2: keyID = try reader.readString()
      case 3: type = try reader.readString()
      case 4:
        var array = try reader.enterArray()
        var names: [String] = []
        while try reader.nextElement(&array) { names.append(try reader.readString()) }
        critical = names
      case 5, 6:
        embedded.append(reader.string(member.name))
        try reader.skipValue()
      default:
        others.append(reader.string(member.name))
        try reader.skipValue()
      }
    }
    try reader.finish()
    self.algorithm = algorithm
    self.keyID = keyID
    self.type = type
    self.critical = critical
    certificateTexts = texts
    certificateCount = count
    embeddedKeyNames = embedded
    otherNames = others
  }

  /// Decodes the kept entries of `x5c` to DER, in order; empty if there is no such member.
  ///
  /// - Throws: faults of base64, `certificateTooLong`; the offset counts within the entry that `path` names.
  public func certificates(limits: JWSLimits = .standard) throws(JOSEError) -> [[UInt8]] {
    var certificates: [[UInt8]] = []
    for (index, text) in (certificateTexts ?? []).enumerated() {
      do throws(JOSEError) {
        let characters = Array(text.utf8)
        guard characters.count <= (limits.maximumCertificateByteCount + 2) / 3 * 4 else {
          throw JOSEError(
            code: .certificateTooLong, category: .overLimit, offset: characters.count,
            message: "expected at most \(limits.maximumCertificateByteCount) bytes of certificate")
        }
        certificates.append(try Base64.decode(characters))
      } catch {
        throw JOSEError(
          code: error.code, category: error.category, offset: error.offset, segment: .header,
          path: "$.x5c[\(index)]", message: "x5c[\(index)]: \(error.message)")
      }
    }
    return certificates
  }
}

extension JSONLimits {
  /// For a token's header, whose bytes ``JWSLimits/maximumHeaderByteCount`` bounds. Apple's have two levels and six members and
  /// elements.
  public static let header = JSONLimits(maximumByteCount: .max, maximumDepth: 8, maximumMemberCount: 256)
}
