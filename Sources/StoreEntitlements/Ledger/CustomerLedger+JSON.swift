// SPDX-License-Identifier: MIT
internal import StoreJWS
internal import StrictJSON

extension CustomerLedger {
  /// The ledger as compact JSON, to be kept in a database row. Equal ledgers give equal bytes.
  ///
  /// A transaction takes its payload and about a hundred bytes more, some 900 in all.
  public var json: [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    writer.name("format")
    writer.string(LedgerReader.format)
    writer.name("version")
    writer.integer(LedgerReader.version)
    writer.name("customer")
    writer.string(customer)
    writer.name("completeAsOf")
    writer.beginObject()
    for (environment, asOf) in completeness.sorted(by: { $0.key < $1.key }) {
      writer.name(environment)
      writer.integer(asOf)
    }
    writer.endObject()
    writer.name("transactions")
    writer.beginArray()
    for record in transactions { writer.signed(record.evidence, record.json) }
    writer.endArray()
    let facts = sortedFacts
    writer.name("renewalInfos")
    writer.beginArray()
    for renewal in facts.compactMap(\.facts.renewal) { writer.signed(renewal.evidence, renewal.json) }
    writer.endArray()
    writer.name("gracePeriods")
    writer.beginArray()
    for (key, facts) in facts {
      for grace in facts.graces.values.sorted(by: { $0.until < $1.until }) { writer.grace(grace, key) }
    }
    writer.endArray()
    writer.name("statuses")
    writer.beginArray()
    for (key, facts) in facts {
      for status in [facts.signedStatus, facts.fetchedStatus] {
        if let status { writer.status(status, key) }
      }
    }
    writer.endArray()
    writer.endObject()
    return writer.bytes
  }

  /// Reads a ledger that ``json`` wrote.
  ///
  /// Nothing in it is verified again: whoever can write this text can grant anything. It belongs where only the program
  /// itself writes.
  ///
  /// - Throws: faults of JSON with offsets, `notALedger`, `unsupportedVersion`, `invalidEvidenceID`.
  public init(trustedJSON json: [UInt8]) throws(EntitlementError) {
    do {
      self = try LedgerReader(json: json).read()
    } catch let error as EntitlementError {
      throw error
    } catch let error as JSONError {
      throw EntitlementError(error)
    } catch {
      throw EntitlementError(code: .notALedger, category: .malformed, message: "\(error)")
    }
  }

  fileprivate mutating func restore(transaction payload: [UInt8], _ evidence: EvidenceID) throws -> Bool {
    guard let record = LedgerTransaction(try SignedTransaction(json: payload), evidence: evidence) else { return false }
    _ = place(record)
    return true
  }

  fileprivate mutating func restore(renewalInfo payload: [UInt8], _ evidence: EvidenceID) throws -> Bool {
    let info = try RenewalInfo(json: payload)
    guard let original = info.originalTransactionID else { return false }
    let fact = RenewalFact(info, evidence: evidence)
    _ = note(LineageKey(environment: info.environment?.rawValue ?? "", originalTransactionID: original)) {
      $0.add(fact)
    }
    return true
  }
}

extension JSONWriter {
  fileprivate mutating func signed(_ evidence: EvidenceID, _ payload: [UInt8]) {
    beginObject()
    name("evidence")
    string(evidence.description)
    name("payload")
    verbatim(payload)
    endObject()
  }

  private mutating func moment(_ name: StaticString, _ value: Milliseconds?) {
    guard let value else { return }
    self.name(name)
    integer(value)
  }

  private mutating func lineage(_ key: LineageKey) {
    name("environment")
    string(key.environment)
    name("originalTransactionId")
    string(key.originalTransactionID)
  }

  fileprivate mutating func grace(_ fact: GraceFact, _ key: LineageKey) {
    beginObject()
    lineage(key)
    moment("gracePeriodExpiresDate", fact.until)
    moment("signedDate", fact.signed == .min ? nil : fact.signed)
    moment("renewalDate", fact.renewalDate)
    name("evidence")
    string(fact.evidence.description)
    endObject()
  }

  fileprivate mutating func status(_ fact: StatusFact, _ key: LineageKey) {
    beginObject()
    lineage(key)
    name("status")
    integer(fact.status.rawValue)
    moment("asOf", fact.asOf == .min ? nil : fact.asOf)
    name("kind")
    string(fact.kind.rawValue)
    name("transactionId")
    string(fact.transactionID)
    name("evidence")
    string(fact.evidence.description)
    endObject()
  }
}

/// Reads a ledger's JSON, member by member, in any order.
private struct LedgerReader {
  static let format = "storeEntitlementsLedger"
  static let version = 1
  private static let names = MemberTable([
    "format", "version", "customer", "completeAsOf", "transactions", "renewalInfos", "gracePeriods", "statuses",
  ])
  private static let signedNames = MemberTable(["evidence", "payload"])
  private static let factNames = MemberTable([
    "environment", "originalTransactionId", "gracePeriodExpiresDate", "signedDate", "renewalDate", "evidence", "status",
    "asOf", "kind", "transactionId",
  ])

  /// What was written here must be readable here, so nothing but its length bounds its members: each takes four bytes.
  private static var limits: JSONLimits {
    JSONLimits(maximumByteCount: .max, maximumDepth: JSONLimits.token.maximumDepth + 4, maximumMemberCount: .max)
  }

  let json: [UInt8]

  /// The customer stands before everything else in what is written, but may stand anywhere.
  func read() throws -> CustomerLedger {
    var format: String?
    var version: Int64?
    var customer: String?
    var content = CustomerLedger(customer: "")
    var reader = try JSONReader(json.span, limits: Self.limits)
    var object = try reader.enterObject()
    while let member = try reader.nextMember(&object, Self.names) {
      switch member.index {
      case 0: format = try reader.readString()
      case 1: version = try reader.readInteger()
      case 2: customer = try reader.readString()
      case 3: try readCompleteness(&reader, &content)
      case 4: try readSigned(&reader) { payload, evidence in try content.restore(transaction: payload, evidence) }
      case 5: try readSigned(&reader) { payload, evidence in try content.restore(renewalInfo: payload, evidence) }
      case 6, 7: try readFacts(&reader, &content)
      default: try reader.skipValue()
      }
    }
    try reader.finish()
    guard format == Self.format, let customer else {
      throw EntitlementError(
        code: .notALedger, category: .unsupported,
        message: "expected a ledger with its customer, found another document")
    }
    guard version == Int64(Self.version) else {
      throw EntitlementError(
        code: .unsupportedVersion, category: .unsupported,
        message: "expected version \(Self.version) of the format, found \(version.map { "\($0)" } ?? "none")")
    }
    return content.renamed(customer)
  }

  private func readCompleteness(_ reader: inout JSONReader, _ ledger: inout CustomerLedger) throws {
    var object = try reader.enterObject()
    while let member = try reader.nextMember(&object) {
      let environment = reader.string(member.name)
      ledger.noteComplete(environment, asOf: try reader.readInteger())
    }
  }

  private func readSigned(_ reader: inout JSONReader, _ take: ([UInt8], EvidenceID) throws -> Bool) throws {
    var array = try reader.enterArray()
    while try reader.nextElement(&array) {
      var evidence: EvidenceID?
      var payload: Range<Int>?
      _ = try reader.nextKind()
      let start = reader.position
      var object = try reader.enterObject()
      while let member = try reader.nextMember(&object, Self.signedNames) {
        switch member.index {
        case 0: evidence = try readEvidence(&reader)
        case 1:
          _ = try reader.nextKind()
          let first = reader.position
          try reader.skipValue()
          payload = first..<reader.position
        default: try reader.skipValue()
        }
      }
      guard let evidence, let payload else { throw missing("evidence and payload", start) }
      let isUsable: Bool
      do {
        isUsable = try take(Array(json[payload]), evidence)
      } catch let error as JSONError {
        throw JSONError(code: error.code, offset: error.offset + payload.lowerBound, message: error.message)
      }
      if !isUsable { throw missing("the id of a transaction", payload.lowerBound) }
    }
  }

  private func readEvidence(_ reader: inout JSONReader) throws -> EvidenceID {
    _ = try reader.nextKind()
    let offset = reader.position
    let text = try reader.readString()
    guard let evidence = EvidenceID(text) else {
      throw EntitlementError(
        code: .invalidEvidenceID, category: .malformed, offset: offset,
        message: "expected 64 hexadecimal digits, found \"\(text.prefix(80))\"")
    }
    return evidence
  }

  private func readFacts(_ reader: inout JSONReader, _ ledger: inout CustomerLedger) throws {
    var array = try reader.enterArray()
    while try reader.nextElement(&array) {
      _ = try reader.nextKind()
      let start = reader.position
      var texts: [Int: String] = [:]
      var numbers: [Int: Int64] = [:]
      var evidence: EvidenceID?
      var object = try reader.enterObject()
      while let member = try reader.nextMember(&object, Self.factNames) {
        switch member.index {
        case 0, 1, 8, 9: texts[member.index] = try reader.readString()
        case 2, 3, 4, 6, 7: numbers[member.index] = try reader.readInteger()
        case 5: evidence = try readEvidence(&reader)
        default: try reader.skipValue()
        }
      }
      guard let environment = texts[0], let original = texts[1], let evidence else {
        throw missing("environment, originalTransactionId and evidence", start)
      }
      let key = LineageKey(environment: environment, originalTransactionID: original)
      if let until = numbers[2] {
        let fact = GraceFact(until: until, signed: numbers[3] ?? .min, renewalDate: numbers[4], evidence: evidence)
        _ = ledger.note(key) { $0.add(fact) }
      } else if let status = numbers[6].flatMap({ Int(exactly: $0) }),
        let kind = texts[8].flatMap({ EvidenceKind(rawValue: $0) }), let transactionID = texts[9]
      {
        let fact = StatusFact(
          status: SubscriptionStatus(rawValue: status), asOf: numbers[7] ?? .min, kind: kind,
          transactionID: transactionID, evidence: evidence)
        _ = ledger.note(key) { $0.add(fact) }
      } else {
        throw missing("the parts of a grace period or of a status", start)
      }
    }
  }

  private func missing(_ name: String, _ offset: Int) -> JSONError {
    JSONError(code: .missingMember, offset: offset, message: "expected \(name), found none")
  }
}
