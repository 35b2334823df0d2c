// SPDX-License-Identifier: MIT

internal import ASN1Reading
internal import JOSE
internal import StoreJWS
internal import StrictJSON

/// Prints a record for people: what it is, whether it can be trusted, what it says, and why.
package struct PrettyPrinter: Sendable {
  let width: Int
  let style: Style
  let now: Int64

  package init(width: Int, style: Style, now: Int64) {
    // Lines longer than this are hard to read, however wide the terminal.
    self.width = min(width, 120)
    self.style = style
    self.now = now
  }

  /// The record as text, ending with a newline.
  package func text(_ record: Record, source: ArraySlice<UInt8>? = nil) -> String {
    var text = PrettyText(width: width, style: style)
    print(record, source: source, indent: 0, to: &text)
    return text.text
  }

  private func print(_ record: Record, source: ArraySlice<UInt8>?, indent: Int, to text: inout PrettyText) {
    let payload = record.payload.flatMap {
      try? JSONValue(parsing: $0.storage.span.extracting($0.range), limits: .body)
    }
    title(record, payload, indent: indent, to: &text)
    verdict(record, source: source, indent: indent, to: &text)
    if let payload {
      if let standing = Standing(record.kind, payload, now: now) {
        text.fields([PrettyText.Field(label: "as of now", value: standing.words)], indent: indent + 2)
      }
      let schema = record.schema ?? PayloadTables.schema(of: record.kind)
      var printer = PayloadPrinter(words: ValueWords(now: now), text: text)
      printer.isServerAnswer = record.kind == .verifyReceipt || record.kind == .notificationV1
      text = printed(payload, schema, printer, indent: indent + 2)
      unknown(record, payload, indent: indent, to: &text)
    }
    columns(record, indent: indent, to: &text)
    notes(record, indent: indent, to: &text)
    checks(record, indent: indent, to: &text)
    certificates(record, indent: indent, to: &text)
    for nested in record.nested {
      text.blank()
      print(nested, source: nil, indent: min(indent + 4, 16), to: &text)
    }
  }

  private func printed(_ payload: JSONValue, _ schema: ObjectSchema?, _ printer: PayloadPrinter, indent: Int)
    -> PrettyText
  {
    var printer = printer
    printer.object(payload, schema, indent: indent, knownOnly: true)
    return printer.text
  }

  // MARK: - Parts

  private func title(_ record: Record, _ payload: JSONValue?, indent: Int, to text: inout PrettyText) {
    var words = record.kind == .unknown ? "Unknown document" : Self.capitalized(record.kind.words)
    if let subject = payload.flatMap({ Self.subject(record.kind, $0) }) {
      words += ": " + TerminalText.escape(subject, limit: 200)
    }
    text.line(words, indent: indent, hanging: 2, style.bold)
    let place = record.path ?? (record.input.words + (record.line.map { ", line \($0)" } ?? ""))
    text.line(TerminalText.escape(place, limit: 200), indent: indent + 2, hanging: 2, style.faint)
  }

  private static func capitalized(_ words: String) -> String {
    let bare = words.hasPrefix("a ") ? words.dropFirst(2) : words.hasPrefix("an ") ? words.dropFirst(3) : words[...]
    return bare.prefix(1).uppercased() + bare.dropFirst()
  }

  private static func subject(_ kind: RecordKind, _ payload: JSONValue) -> String? {
    func member(_ name: String) -> String? {
      if case .string(let text)? = payload[name] { text } else { nil }
    }
    switch kind {
    case .transaction, .realtimeRequest: return member("productId")
    case .renewalInfo: return member("productId") ?? member("autoRenewProductId")
    case .notification:
      return member("notificationType").map { type in member("subtype").map { "\(type) / \($0)" } ?? type }
    case .notificationV1: return member("notification_type")
    case .appTransaction: return member("bundleId")
    case .appReceipt, .transactionReceipt: return member("bundle_id") ?? member("bundleId") ?? member("bid")
    default: return nil
    }
  }

  private func verdict(_ record: Record, source: ArraySlice<UInt8>?, indent: Int, to text: inout PrettyText) {
    if let error = record.error {
      let word = error.code == "kindMismatch" ? "REFUSED" : "NOT READABLE"
      text.line(word, ": " + ErrorText.line(error), indent: indent + 2, hanging: 2, style.bad)
      if let source {
        for line in ErrorText.excerpt(error, in: source, style: style, width: width - indent - 4) {
          text.verbatim(line, indent: indent + 4)
        }
      }
      return
    }
    switch record.verification.state {
    case .verified: text.line("Verified", signedBy(record), indent: indent + 2, hanging: 2, style.good)
    case .failed:
      let reason = ErrorText.unverified(record).dropFirst("not verified: ".count)
      text.line("NOT VERIFIED", ": \(reason)", indent: indent + 2, hanging: 2, style.bad)
    case .notRun:
      let reason = record.verification.reasonNotRun
      text.line(
        "Not verified", ": \(TerminalText.escape(reason, limit: 300))", indent: indent + 2, hanging: 2, style.caution)
    }
    inner(record, indent: indent, to: &text)
  }

  /// Who reads only the head of a verified notification must not take what is refused further down for good.
  private func inner(_ record: Record, indent: Int, to text: inout PrettyText) {
    let refused = record.nested.filter { $0.error != nil || $0.verification.state == .failed }
    guard !refused.isEmpty else { return }
    let shown = refused.prefix(5).map { TerminalText.escape($0.path ?? "?", limit: 60) }
    let more = refused.count > shown.count ? ", … and \(refused.count - shown.count) more" : ""
    text.line(
      "NOT VERIFIED", " inside: " + shown.joined(separator: ", ") + more, indent: indent + 2, hanging: 2, style.bad)
  }

  private func signedBy(_ record: Record) -> String {
    guard let signer = record.signer else { return "" }
    let who =
      switch signer.origin {
      case "appStore": "signed by the App Store"
      case "xcode": "signed by Xcode, not by the App Store"
      default: "signed under a root of your own"
      }
    let end = Instant.iso8601(seconds: signer.leafNotAfterSeconds)?.prefix(10) ?? ""
    let past = signer.leafNotAfterSeconds < now / 1000
    return ": \(who); the signer's certificate \(past ? "ended" : "lasts until") \(end)"
  }

  private func unknown(_ record: Record, _ payload: JSONValue, indent: Int, to text: inout PrettyText) {
    if record.unknownMembers.isEmpty { return }
    text.line("Not known to this version", indent: indent + 2, style.caution)
    var fields: [PrettyText.Field] = []
    for path in record.unknownMembers.prefix(40) {
      let value = PathLookup.value(at: path, in: payload).map { PathLookup.compact($0) } ?? ""
      fields.append(
        PrettyText.Field(label: TerminalText.escape(path, limit: 60), value: TerminalText.escape(value, limit: 240)))
    }
    text.fields(fields, indent: indent + 4)
    let more = record.unknownMembers.count - fields.count
    if more > 0 { text.line("… and \(more) more; --format json shows all", indent: indent + 4) }
  }

  /// The columns beside the token that hold something; so many as identify a row at a glance.
  private func columns(_ record: Record, indent: Int, to text: inout PrettyText) {
    guard let columns = record.columns else { return }
    let shown = columns.places.lazy.compactMap { place in columns.text(place).map { (columns.name(place), $0) } }
      .filter { !$0.1.isEmpty }
    let fields = shown.prefix(12).map { name, value in
      PrettyText.Field(label: TerminalText.escape(name, limit: 60), value: TerminalText.escape(value, limit: 120))
    }
    if fields.isEmpty { return }
    text.line("Columns beside the token", indent: indent + 2, style.bold)
    text.fields(Array(fields), indent: indent + 4)
    if columns.places.count > 12 {
      text.line("\(columns.places.count) columns in all; --format json shows them", indent: indent + 4)
    }
  }

  private func notes(_ record: Record, indent: Int, to text: inout PrettyText) {
    for note in record.notes {
      text.line("Note: " + TerminalText.escape(note, limit: 400), indent: indent + 2, hanging: 6)
    }
  }

  private func checks(_ record: Record, indent: Int, to text: inout PrettyText) {
    let outcomes = record.verification.outcomes
    let passed = outcomes.filter { $0.outcome == .passed }.map { MemberWords.words($0.check.rawValue) }
    let failed = record.verification.failedChecks
    // Where nothing was run for one reason, or nothing could be read, the verdict has said it.
    if passed.isEmpty, failed.isEmpty, Set(outcomes.map(\.outcome)).count == 1 { return }
    if passed.isEmpty, record.error != nil { return }
    text.line("Checks", indent: indent + 2, style.bold)
    if !passed.isEmpty {
      checkLine("passed", passed.joined(separator: ", "), indent: indent, style.good, to: &text)
    }
    for (check, finding) in failed {
      let message = TerminalText.escape(finding.message, limit: 400)
      checkLine(
        "FAILED", "\(MemberWords.words(check.rawValue)): \(message) (\(finding.code))", indent: indent, style.bad,
        to: &text)
    }
    for (message, names) in reasons(outcomes) {
      let words = names.joined(separator: ", ") + ": " + TerminalText.escape(message, limit: 300)
      checkLine("not run", words, indent: indent, style.faint, to: &text)
    }
  }

  /// Why checks were not run, each reason once, and those that concern nobody last and together.
  private func reasons(
    _ outcomes: [(check: VerificationCheck, outcome: CheckOutcome)]
  ) -> [(message: String, names: [String])] {
    var reasons: [(message: String, names: [String])] = []
    var unasked: [String] = []
    for (check, outcome) in outcomes {
      guard case .notRun(let finding) = outcome else { continue }
      let word = MemberWords.words(check.rawValue)
      if ["notAsked", "notInThisKind", "notApplicable"].contains(finding.code) {
        unasked.append(word)
      } else if let index = reasons.firstIndex(where: { $0.message == finding.message }) {
        reasons[index].names.append(word)
      } else {
        reasons.append((finding.message, [word]))
      }
    }
    if !unasked.isEmpty { reasons.append(("not asked for, or not in this kind of document", unasked)) }
    return reasons
  }

  private func checkLine(
    _ result: String, _ words: String, indent: Int, _ paint: (String) -> String, to text: inout PrettyText
  ) {
    let lines = TextLayout.lines(of: words, width: width - indent - 13)
    text.verbatim(paint(TextLayout.pad(result, to: 9)) + (lines.first ?? ""), indent: indent + 4)
    for line in lines.dropFirst() { text.verbatim(line, indent: indent + 13) }
  }

  private func certificates(_ record: Record, indent: Int, to text: inout PrettyText) {
    if record.certificates.isEmpty { return }
    text.line("Certificates", indent: indent + 2, style.bold)
    for (index, der) in record.certificates.prefix(8).enumerated() {
      do throws(ASN1Error) {
        let summary = try CertificateSummary(der: der)
        let name = TerminalText.escape(summary.subject.commonName ?? summary.subject.text, limit: 120)
        text.line("\(index + 1)  \(name)", indent: indent + 4, hanging: 3)
        let from = Instant.iso8601(seconds: summary.notBeforeSeconds)?.prefix(10) ?? "?"
        let to = Instant.iso8601(seconds: summary.notAfterSeconds)?.prefix(10) ?? "?"
        text.line(
          "serial \(TerminalText.escape(summary.serialNumberHex, limit: 60)), valid \(from) to \(to)",
          indent: indent + 7, style.faint)
      } catch {
        text.line("\(index + 1)  not a certificate: \(error.code) at byte \(error.offset)", indent: indent + 4)
      }
    }
  }
}
