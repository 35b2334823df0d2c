// SPDX-License-Identifier: MIT

internal import ASN1Reading
internal import JOSE
internal import StoreJWS
internal import StrictJSON

/// One thing in which two documents differ.
struct Difference: Hashable, Sendable {
  /// What differs: `kind`, `verification.state`, a check, a certificate's fact, or a payload path such as `$.price`.
  let path: String
  /// The value of the first document as compact JSON; nil where it has none.
  let first: String?
  /// The value of the second document as compact JSON; nil where it has none.
  let second: String?
  /// What the two values say together, such as how far dates are apart; empty where there is nothing to add.
  var remark = ""
}

/// Compares what two documents are, what was verified of them, their headers, certificates and payloads.
struct DocumentComparison {
  private(set) var differences: [Difference] = []
  private let redactor: Redactor?

  /// - Parameters:
  ///   - received: both documents as given: those that cannot be read are the same only if their bytes are.
  ///   - redactor: hides what headers say, which records do not hold; nil shows it.
  init(_ first: Record, _ second: Record, received: [[UInt8]], redactor: Redactor?) {
    self.redactor = redactor
    compare(first, second, prefix: "")
    guard differences.isEmpty, first.error != nil, received.count == 2, received[0] != received[1] else { return }
    let place = zip(received[0], received[1]).enumerated().first { $1.0 != $1.1 }?.offset
    let lengths = received.map { Self.quoted("\($0.count) bytes") }
    differences.append(
      Difference(
        path: "input", first: lengths[0], second: lengths[1],
        remark: "neither can be read, and they differ from byte \(place ?? received.map(\.count).min() ?? 0) on"))
  }

  private mutating func compare(_ first: Record, _ second: Record, prefix: String) {
    text(prefix + "kind", first.kind.rawValue, second.kind.rawValue)
    text(prefix + "error", first.error?.code, second.error?.code)
    text(prefix + "error.offset", first.error?.offset.map { "\($0)" }, second.error?.offset.map { "\($0)" })
    header(first.token, second.token, prefix: prefix)
    text(prefix + "verification.state", first.verification.state.rawValue, second.verification.state.rawValue)
    for check in VerificationCheck.allCases {
      let one = first.verification[check]
      let other = second.verification[check]
      text(prefix + "verification.\(check.rawValue)", Self.words(one), Self.words(other))
    }
    certificates(first.certificates, second.certificates, prefix: prefix)
    payload(first, second, prefix: prefix)
    nested(first, second, prefix: prefix)
  }

  private mutating func text(_ path: String, _ first: String?, _ second: String?) {
    guard first != second else { return }
    differences.append(Difference(path: path, first: first.map(Self.quoted), second: second.map(Self.quoted)))
  }

  private static func words(_ outcome: CheckOutcome) -> String {
    outcome.finding.map { "\(outcome.result) (\($0.code))" } ?? outcome.result
  }

  private static func quoted(_ text: String) -> String {
    PathLookup.compact(.string(text))
  }

  // MARK: - Header and certificates

  /// The members of two headers, certificates apart, which are compared by what is in them.
  private mutating func header(_ first: [UInt8], _ second: [UInt8], prefix: String) {
    let (one, other) = (Self.header(of: first), Self.header(of: second))
    let names = [one, other].flatMap { (value) -> [String] in
      guard case .object(let members)? = value else { return [] }
      return members.map(\.name)
    }
    var seen: Set = ["x5c"]
    for name in names where seen.insert(name).inserted {
      let isShown = redactor == nil || ["alg", "typ"].contains(name)
      let values = [one, other].map { value in
        value?[name].map(PathLookup.compact).map { isShown ? $0 : redactor?.hash($0) ?? "" }
      }
      text(prefix + "header.\(name)", values[0], values[1])
    }
  }

  private static func header(of token: [UInt8]) -> JSONValue? {
    guard let segments = try? JWSSegments(token.span),
      let json = try? CompactJWS.decode(.header, token.span, segments)
    else { return nil }
    return try? JSONValue(parsing: json.span)
  }

  private mutating func certificates(_ first: [[UInt8]], _ second: [[UInt8]], prefix: String) {
    for index in 0..<max(first.count, second.count) {
      let one = index < first.count ? first[index] : nil
      let other = index < second.count ? second[index] : nil
      if one == other { continue }
      let facts = one.map(Self.facts) ?? [:]
      let others = other.map(Self.facts) ?? [:]
      for name in ["subject", "serial", "notBefore", "notAfter"] {
        text(prefix + "x5c[\(index)].\(name)", facts[name], others[name])
      }
      if facts == others { text(prefix + "x5c[\(index)]", "one", "another with the same names and dates") }
    }
  }

  private static func facts(_ der: [UInt8]) -> [String: String] {
    guard let certificate = try? CertificateSummary(der: der) else { return ["subject": "not a certificate"] }
    return [
      "subject": certificate.subject.text, "serial": certificate.serialNumberHex,
      "notBefore": Instant.iso8601(seconds: certificate.notBeforeSeconds) ?? "",
      "notAfter": Instant.iso8601(seconds: certificate.notAfterSeconds) ?? "",
    ]
  }

  // MARK: - Payload

  private mutating func payload(_ first: Record, _ second: Record, prefix: String) {
    let values = [first, second].map { record in
      record.payload.flatMap { try? JSONValue(parsing: $0.storage.span.extracting($0.range), limits: .body) }
    }
    let schema = first.kind == second.kind ? PayloadTables.schema(of: first.kind) : nil
    // Those that can be read on both sides; of the others the characters are all there is.
    let unreadable = Set((first.nested + second.nested).filter { $0.error != nil }.compactMap(\.path))
    let signed = Set((first.nested + second.nested).compactMap(\.path)).subtracting(unreadable)
    compare(values[0], values[1], path: "$", prefix: prefix) { path in
      // Signed strings are compared by what they say, not by their characters.
      signed.contains(path)
    } isDate: { name in
      Self.isMilliseconds(schema?[name]) || name.hasSuffix("Date")
    }
  }

  private static func isMilliseconds(_ member: ObjectSchema.Member?) -> Bool {
    guard let member else { return false }
    if case .milliseconds = member.type { return true }
    return false
  }

  private mutating func compare(
    _ first: JSONValue?, _ second: JSONValue?, path: String, prefix: String, skips: (String) -> Bool,
    isDate: (String) -> Bool
  ) {
    if first == second || skips(path) { return }
    switch (first, second) {
    case (.object(let members)?, .object(let others)?):
      let names = members.map(\.name) + others.map(\.name).filter { name in !members.contains { $0.name == name } }
      for name in names {
        compare(
          first?[name], second?[name], path: path + JSONPath.member(name), prefix: prefix, skips: skips, isDate: isDate)
      }
    case (.array(let elements)?, .array(let others)?):
      for index in 0..<max(elements.count, others.count) {
        compare(
          index < elements.count ? elements[index] : nil, index < others.count ? others[index] : nil,
          path: "\(path)[\(index)]", prefix: prefix, skips: skips, isDate: isDate)
      }
    default:
      var difference = Difference(
        path: prefix + path, first: first.map(PathLookup.compact), second: second.map(PathLookup.compact))
      switch (first, second) {
      case (.null?, nil): difference.remark = "null in the first, absent in the second"
      case (nil, .null?): difference.remark = "absent in the first, null in the second"
      default: break
      }
      if isDate(String(path.split(separator: ".").last ?? "")) {
        difference.remark = [difference.remark, Self.dates(first, second)].filter { !$0.isEmpty }.joined(
          separator: "; ")
      }
      differences.append(difference)
    }
  }

  private static func dates(_ first: JSONValue?, _ second: JSONValue?) -> String {
    var parts: [String] = []
    var moments: [Int64] = []
    for value in [first, second] {
      guard case .number(let text)? = value, let iso = Instant.iso8601(number: text),
        let moment = Instant.milliseconds(ofNumber: text)
      else { continue }
      parts.append(iso)
      moments.append(moment.milliseconds)
    }
    guard moments.count == 2 else { return parts.joined() }
    let seconds = abs(moments[1] - moments[0]) / 1000
    return
      "\(parts[0]), then \(parts[1]): \(RelativeTime.amount(seconds: seconds)) \(moments[1] > moments[0] ? "later" : "earlier")"
  }

  // MARK: - What is inside

  private mutating func nested(_ first: Record, _ second: Record, prefix: String) {
    let paths = first.nested.compactMap(\.path)
    for path in paths + second.nested.compactMap(\.path).filter({ !paths.contains($0) }) {
      let one = first.nested.first { $0.path == path }
      let other = second.nested.first { $0.path == path }
      if let one, let other {
        compare(one, other, prefix: prefix + path + " ")
      } else {
        text(prefix + path, one?.kind.words, other?.kind.words)
      }
    }
  }
}
