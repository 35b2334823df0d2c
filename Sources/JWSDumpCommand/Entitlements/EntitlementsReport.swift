// SPDX-License-Identifier: MIT

internal import FoundationEssentials
internal import StoreEntitlements
internal import StoreJWS
internal import StrictJSON

/// The answers about one customer, in either format.
struct EntitlementsReport {
  let moment: Int64
  let result: CustomerEntitlements<String>?
  let intervals: [EntitlementInterval<String>]

  init(
    ledger: CustomerLedger, catalog: EntitlementCatalog<String>?, policy: EntitlementPolicy<String>, moment: Int64
  ) {
    self.moment = moment
    let date = Date(timeIntervalSince1970: Double(moment) / 1000)
    let resolver = catalog.map { EntitlementResolver(catalog: $0, policy: policy) }
    result = resolver?.resolve(ledger, at: date)
    intervals = resolver?.timeline(of: ledger, at: date) ?? []
  }

  static func milliseconds(_ date: Date) -> Int64 {
    Int64(max(-1e15, min(1e15, (date.timeIntervalSince1970 * 1000).rounded())))
  }

  private static func iso(_ date: Date) -> String {
    Instant.iso8601(milliseconds: milliseconds(date)) ?? "out of range"
  }

  // MARK: - JSON

  /// One indented object.
  func json(isTerminal: Bool) -> String {
    var writer = JSONWriter()
    writer.beginObject()
    writer.name("schema")
    writer.integer(1)
    writer.member("at", Instant.iso8601(milliseconds: moment))
    switch result?.availability {
    case .complete(let asOf)?:
      writer.member("availability", "complete")
      writer.member("asOf", Self.iso(asOf))
    case .partial(let asOf)?:
      writer.member("availability", "partial")
      writer.member("asOf", asOf.map { Self.iso($0) })
    default:
      writer.member("availability", "noEvidence")
      writer.member("asOf", nil)
    }
    writer.name("entitlements")
    writer.beginArray()
    for answer in result?.answers ?? [] { write(answer, to: &writer) }
    writer.endArray()
    writer.name("timeline")
    writer.beginArray()
    for interval in intervals { write(interval, to: &writer) }
    writer.endArray()
    writer.name("findings")
    writer.beginArray()
    for finding in result.map({ Array($0.findings) }) ?? [] {
      writer.beginObject()
      writer.member("code", finding.code.rawValue)
      writer.member("message", finding.message)
      writer.member("transactionId", finding.transactionID)
      writer.member("productId", finding.productID)
      writer.member("evidence", finding.evidence?.description)
      writer.endObject()
    }
    writer.endArray()
    writer.endObject()
    var bytes: [UInt8] = []
    JSONOutput.appendIndented(writer.bytes, to: &bytes)
    if isTerminal { bytes = JSONOutput.escapedForTerminal(bytes) }
    return String(decoding: bytes, as: UTF8.self) + "\n"
  }

  private func write(_ answer: EntitlementAnswer<String>, to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("entitlement", answer.entitlement)
    writer.member("state", answer.state.rawValue)
    writer.member("reason", answer.reason.rawValue)
    writer.member("since", answer.since.map { Self.iso($0) })
    writer.member("until", answer.until.map { Self.iso($0) })
    let (outlook, product) = Self.names(answer.renewal)
    writer.member("renewal", outlook)
    writer.member("renewsInto", product)
    writer.member("productId", answer.productID)
    writer.member("transactionId", answer.transactionID)
    writer.name("familyShared")
    writer.boolean(answer.isFamilyShared)
    writer.member("environment", answer.environment?.rawValue)
    writer.member("asOf", answer.asOf.map { Self.iso($0) })
    write(answer.evidence, to: &writer)
    writer.endObject()
  }

  private func write(_ interval: EntitlementInterval<String>, to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("entitlement", interval.entitlement)
    writer.member("start", Self.iso(interval.start))
    writer.member("end", interval.end.map { Self.iso($0) })
    writer.member("reason", interval.reason.rawValue)
    writer.member("endReason", interval.endReason?.rawValue)
    writer.member("productId", interval.productID)
    writer.member("transactionId", interval.transactionID)
    writer.member("environment", interval.environment.rawValue)
    write(interval.evidence, to: &writer)
    writer.endObject()
  }

  private func write(_ evidence: [EvidenceReference], to writer: inout JSONWriter) {
    writer.name("evidence")
    writer.beginArray()
    for reference in evidence { writer.string(reference.id.description) }
    writer.endArray()
  }

  private static func names(_ outlook: RenewalOutlook) -> (String, String?) {
    switch outlook {
    case .doesNotApply: ("doesNotApply", nil)
    case .unknown: ("unknown", nil)
    case .renews(let product, _): ("renews", product)
    case .awaitsConsent(let product, _): ("awaitsConsent", product)
    case .ends: ("ends", nil)
    case .collecting(let product): ("collecting", product)
    }
  }

  // MARK: - For people

  /// Answers in words, and under each a bar of the time in which it was held.
  func pretty(_ facts: TerminalFacts) -> String {
    let style = Style(isOn: facts.usesColor)
    var text = PrettyText(width: min(facts.width, 120), style: style)
    let day = Instant.iso8601(milliseconds: moment) ?? "\(moment)"
    text.line("Entitlements at \(day)", indent: 0, style.bold)
    guard let result, !result.answers.isEmpty else {
      text.line("Nothing is known: no verified purchase that could grant anything.", indent: 2, style.caution)
      return text.text
    }
    let bar = TimeBar(intervals, moment: moment, width: min(facts.width, 120) - 4)
    for answer in result.answers {
      text.blank()
      text.line(TerminalText.escape(answer.entitlement, limit: 120), indent: 0, style.bold)
      let paint: (String) -> String =
        switch answer.state {
        case .entitled: style.good
        case .notEntitled: style.bad
        case .unknown: style.caution
        }
      text.line(verdict(answer), indent: 2, hanging: 2, paint)
      text.fields(details(answer), indent: 4)
      if let drawn = bar?.line(of: answer.entitlement) { text.verbatim(drawn, indent: 2) }
    }
    if let bar {
      text.blank()
      for line in bar.axis { text.verbatim(style.faint(line), indent: 2) }
    }
    for finding in result.findings {
      let place = finding.transactionID.map { "transaction \(TerminalText.escape($0, limit: 60)): " } ?? ""
      let words = TerminalText.escape(finding.message, limit: 300)
      text.line("Finding: \(place)\(words) (\(finding.code.rawValue))", indent: 0, hanging: 2, style.caution)
    }
    return text.text
  }

  private func verdict(_ answer: EntitlementAnswer<String>) -> String {
    let word =
      switch answer.state {
      case .entitled: "Entitled"
      case .notEntitled: "Not entitled"
      case .unknown: "Unknown"
      }
    var text = "\(word): \(ReasonWords.words(answer.reason))"
    if let since = answer.since { text += ", since \(Self.iso(since).prefix(10))" }
    if let until = answer.until, let date = Instant.iso8601(milliseconds: Self.milliseconds(until)) {
      let relative = RelativeTime.text(milliseconds: Self.milliseconds(until), now: moment)
      text += answer.state == .entitled ? ", until \(date) (\(relative))" : ", ended \(date) (\(relative))"
    }
    return text
  }

  private func details(_ answer: EntitlementAnswer<String>) -> [PrettyText.Field] {
    var fields: [PrettyText.Field] = []
    func add(_ label: String, _ value: String?) {
      if let value { fields.append(PrettyText.Field(label: label, value: TerminalText.escape(value, limit: 200))) }
    }
    add("product", answer.productID)
    add("transaction", answer.transactionID.map { $0 + (answer.isFamilyShared ? ", shared by the family" : "") })
    add("environment", answer.environment?.rawValue)
    add("next", ReasonWords.words(answer.renewal))
    add("as of", answer.asOf.map { Self.iso($0) })
    add(
      "evidence",
      answer.evidence.isEmpty ? nil : answer.evidence.map { $0.id.description.prefix(16) + "…" }.joined(separator: ", ")
    )
    return fields
  }
}

extension JSONWriter {
  /// A member with a string or null.
  fileprivate mutating func member(_ name: StaticString, _ value: String?) {
    self.name(name)
    if let value { string(value) } else { null() }
  }
}
