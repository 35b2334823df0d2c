// SPDX-License-Identifier: MIT

internal import ASN1Reading
internal import JOSE
internal import StrictJSON

/// What is printed of a record instead of all of it.
enum RecordView: Hashable, Sendable {
  case whole
  /// One value of the payload.
  case field(String)
  /// The certificates of the header.
  case certificates
  /// The decoded bytes of one segment.
  case raw(RawPart)

  init(_ invocation: Invocation) {
    if let part = invocation.raw {
      self = .raw(part)
    } else if let path = invocation.field {
      self = .field(path)
    } else {
      self = invocation.showsCertificates ? .certificates : .whole
    }
  }
}

extension RecordView {
  /// Bytes are printed, not records.
  var isRaw: Bool { if case .raw = self { true } else { false } }

  /// The value at `path`: a string bare, anything else as JSON; nil where there is none.
  static func field(_ path: String, of record: Record) -> String? {
    guard let payload = record.payload,
      let document = try? JSONValue(parsing: payload.storage.span.extracting(payload.range), limits: .body),
      let value = PathLookup.value(at: path, in: document)
    else { return nil }
    if case .string(let text) = value, text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) { return text }
    return PathLookup.compact(value)
  }

  /// The decoded bytes of one segment of a token.
  ///
  /// - Throws: why the token has no such segment.
  static func raw(_ part: RawPart, of token: [UInt8]) throws(JOSEError) -> [UInt8] {
    let segments = try JWSSegments(token.span)
    let segment: JWSSegment =
      switch part {
      case .header: .header
      case .payload: .payload
      case .signature: .signature
      }
    return try CompactJWS.decode(segment, token.span, segments)
  }

  /// Each certificate as a few readable lines and PEM.
  static func certificates(of record: Record) -> String {
    var text = ""
    for (index, der) in record.certificates.enumerated() {
      text += "certificate \(index + 1) of \(record.certificates.count)\n"
      text += CertificateText.lines(der).map { "  " + $0 + "\n" }.joined()
      text += CertificateText.pem(der) + "\n"
    }
    for nested in record.nested where !nested.certificates.isEmpty {
      text += TerminalText.escape(nested.path ?? "", limit: 200) + "\n" + certificates(of: nested)
    }
    return text
  }
}

/// A certificate for people.
enum CertificateText {
  /// Subject, issuer, serial, validity, key, and what the extensions say.
  static func lines(_ der: [UInt8]) -> [String] {
    do throws(ASN1Error) {
      let certificate = try CertificateSummary(der: der)
      var lines = [
        "subject    " + TerminalText.escape(certificate.subject.text, limit: 300),
        "issuer     " + TerminalText.escape(certificate.issuer.text, limit: 300),
        "serial     " + TerminalText.escape(certificate.serialNumberHex, limit: 120),
        "valid      \(date(certificate.notBeforeSeconds)) to \(date(certificate.notAfterSeconds))",
        "signed by  \(certificate.signatureAlgorithm.algorithm)",
        "key        \(key(certificate))",
      ]
      if let constraints = certificate.basicConstraints, constraints.isCertificateAuthority {
        lines.append("authority  yes" + (constraints.pathLength.map { ", path length \($0)" } ?? ""))
      }
      for item in certificate.extensions {
        lines.append("extension  \(item.identifier)" + (item.isCritical ? ", critical" : ""))
      }
      return lines
    } catch {
      return ["not a certificate: \(error.code) at byte \(error.offset)"]
    }
  }

  private static func key(_ certificate: CertificateSummary) -> String {
    if let rsa = certificate.publicKey.rsa { return "RSA, \(rsa.modulusBitCount) bits" }
    if let curve = certificate.publicKey.namedCurve { return "elliptic curve \(curve)" }
    return "\(certificate.publicKey.algorithm.algorithm)"
  }

  private static func date(_ seconds: Int64) -> String { Instant.iso8601(seconds: seconds) ?? "\(seconds)" }

  /// The certificates of a file: one in DER, or PEM with any text between.
  static func certificates(in file: [UInt8]) -> [[UInt8]] {
    if file.first == 0x30 { return [file] }
    var found: [[UInt8]] = []
    var body: [UInt8]?
    for line in file.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
      if line.starts(with: "-----BEGIN CERTIFICATE-----".utf8) {
        body = []
      } else if line.starts(with: "-----END".utf8) {
        if let text = body, let der = try? Base64.decode(text) { found.append(der) }
        body = nil
      } else {
        body?.append(contentsOf: line)
      }
    }
    return found
  }

  /// RFC 7468.
  static func pem(_ der: [UInt8]) -> String {
    let base64 = Array(Base64.encode(der).utf8)
    var text = "-----BEGIN CERTIFICATE-----\n"
    for start in stride(from: 0, to: base64.count, by: 64) {
      text += String(decoding: base64[start..<min(start + 64, base64.count)], as: UTF8.self) + "\n"
    }
    return text + "-----END CERTIFICATE-----\n"
  }
}
