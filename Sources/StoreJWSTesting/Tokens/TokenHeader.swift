// SPDX-License-Identifier: MIT
import JOSE

/// What the JOSE header of a minted token says (RFC 7515 §4); the default is what the App Store writes.
public struct TokenHeader: Hashable, Sendable {
  /// Which certificates stand in `x5c`.
  public enum Certificates: Hashable, Sendable {
    /// Leaf, intermediate and root of the authority.
    case authority
    /// The first few of those.
    case firstOfAuthority(Int)
    /// These, in DER.
    case these([[UInt8]])
    /// No `x5c` member at all.
    case absent
  }

  /// One more member: its name, and its value as JSON text.
  public struct Member: Hashable, Sendable {
    /// The name, without quotes; it is written as it is.
    public var name: String
    /// The value, written as it is.
    public var json: String

    /// Makes a member.
    public init(_ name: String, json: String) {
      self.name = name
      self.json = json
    }
  }

  /// `alg`; nil leaves the member out.
  public var algorithm: String?
  /// `x5c`.
  public var certificates: Certificates
  /// `kid`; nil leaves the member out.
  public var keyID: String?
  /// `typ`; nil leaves the member out.
  public var type: String?
  /// `crit` (RFC 7515 §4.1.11); nil leaves the member out.
  public var critical: [String]?
  /// Members that come after those above, repeated names included.
  public var additionalMembers: [Member]
  /// Names of members that are to come first, in this order; the rest keep theirs (alg, x5c, kid, typ, crit, others).
  public var memberOrder: [String]
  /// Whether `/` is written `\/`, as Xcode does.
  public var escapesSlashes: Bool
  /// The whole header text, instead of all of the above.
  public var verbatim: String?

  /// Makes a header; without arguments `{"alg":"ES256","x5c":[leaf, intermediate, root]}`.
  public init(
    algorithm: String? = "ES256",
    certificates: Certificates = .authority,
    keyID: String? = nil,
    type: String? = nil,
    critical: [String]? = nil,
    additionalMembers: [Member] = [],
    memberOrder: [String] = [],
    escapesSlashes: Bool = false,
    verbatim: String? = nil
  ) {
    self.algorithm = algorithm
    self.certificates = certificates
    self.keyID = keyID
    self.type = type
    self.critical = critical
    self.additionalMembers = additionalMembers
    self.memberOrder = memberOrder
    self.escapesSlashes = escapesSlashes
    self.verbatim = verbatim
  }

  /// The header as JSON text.
  ///
  /// - Parameter authorityChain: DER of the certificates that ``Certificates/authority`` stands for.
  public func text(authorityChain: [[UInt8]]) -> String {
    if let verbatim {
      return verbatim
    }
    var members: [Member] = []
    if let algorithm {
      members.append(Member("alg", json: "\"\(algorithm)\""))
    }
    let certificates: [[UInt8]]? =
      switch certificates {
      case .authority: authorityChain
      case .firstOfAuthority(let count): Array(authorityChain.prefix(count))
      case .these(let certificates): certificates
      case .absent: nil
      }
    if let certificates {
      let entries = certificates.map { "\"\(Base64.encode($0))\"" }
      members.append(Member("x5c", json: "[\(entries.joined(separator: ","))]"))
    }
    if let keyID {
      members.append(Member("kid", json: "\"\(keyID)\""))
    }
    if let type {
      members.append(Member("typ", json: "\"\(type)\""))
    }
    if let critical {
      members.append(Member("crit", json: "[\(critical.map { "\"\($0)\"" }.joined(separator: ","))]"))
    }
    members += additionalMembers
    let ranked = members.enumerated().sorted { left, right in
      let ranks = [left, right].map { memberOrder.firstIndex(of: $0.element.name) ?? memberOrder.count }
      return ranks[0] == ranks[1] ? left.offset < right.offset : ranks[0] < ranks[1]
    }
    let text = "{" + ranked.map { "\"\($0.element.name)\":\($0.element.json)" }.joined(separator: ",") + "}"
    return escapesSlashes ? text.split(separator: "/", omittingEmptySubsequences: false).joined(separator: "\\/") : text
  }
}
