// SPDX-License-Identifier: MIT

internal import ASN1Reading
internal import JOSE

/// Finds the certificates in a file as people have them: DER, or PEM (RFC 7468) with any text between the blocks.
enum CertificateFile {
  /// The bundles of whole operating systems have some 150 certificates and 220 KB.
  static let maximumByteCount = 1 << 20
  static let maximumCertificateCount = 500

  /// One certificate of a file, already known to be one.
  struct Entry {
    var summary: CertificateSummary
    /// Byte of the file at which it starts.
    var offset: Int
  }

  private static let begin = Array("-----BEGIN ".utf8)
  private static let end = Array("-----END ".utf8)
  private static let dashes = Array("-----".utf8)

  /// Reads a file; gives at least one certificate.
  static func read(_ file: [UInt8]) throws(TrustAnchorError) -> [Entry] {
    guard file.count <= maximumByteCount else {
      throw TrustAnchorError(
        .overLimit, .overLimit, at: maximumByteCount,
        "a file of trusted certificates has at most \(maximumByteCount) bytes, this one has \(file.count)")
    }
    guard let first = file.firstIndex(where: { !isBlank($0) }) else {
      throw TrustAnchorError(.empty, .truncated, at: 0, "the file of trusted certificates is empty")
    }
    if file[0] == 0x30 { return [try entry(file, at: 0)] }
    if file[first] == UInt8(ascii: "<") {
      throw TrustAnchorError(
        .webPage, .unsupported, at: first,
        "the file is a web page, not a certificate; download the certificate itself (DER or PEM)")
    }
    return try readPEM(file)
  }

  // MARK: - PEM

  private static func readPEM(_ file: [UInt8]) throws(TrustAnchorError) -> [Entry] {
    var entries: [Entry] = []
    var otherLabel: (text: String, offset: Int)?
    var position = 0
    while let start = find(begin, in: file, from: position) {
      let labelStart = start + begin.count
      guard let labelEnd = find(dashes, in: file, from: labelStart), labelEnd - labelStart <= 64 else {
        throw TrustAnchorError(.pemMalformed, .malformed, at: start, "a PEM label has no end")
      }
      let label = String(decoding: file[labelStart..<labelEnd], as: UTF8.self)
      let bodyStart = labelEnd + dashes.count
      guard let bodyEnd = find(end, in: file, from: bodyStart) else {
        throw TrustAnchorError(
          .pemMalformed, .truncated, at: file.count, "the PEM block \(label) has no END line")
      }
      position = bodyEnd + end.count
      guard ["CERTIFICATE", "X509 CERTIFICATE", "TRUSTED CERTIFICATE"].contains(label) else {
        otherLabel = otherLabel ?? (label, start)
        continue
      }
      guard entries.count < maximumCertificateCount else {
        throw TrustAnchorError(
          .overLimit, .overLimit, at: start, "more than \(maximumCertificateCount) certificates in one file")
      }
      entries.append(try entry(decode(file[bodyStart..<bodyEnd], at: bodyStart), at: start))
    }
    if !entries.isEmpty { return entries }
    if let otherLabel {
      throw TrustAnchorError(
        .otherPEM, .unsupported, at: otherLabel.offset,
        "the PEM file holds \(otherLabel.text), expected CERTIFICATE")
    }
    throw TrustAnchorError(
      .notACertificate, .unsupported, at: 0, "the file is neither a DER nor a PEM certificate")
  }

  private static func decode(_ body: ArraySlice<UInt8>, at start: Int) throws(TrustAnchorError) -> [UInt8] {
    let characters = body.filter { !isBlank($0) }
    do {
      return try Base64.decode(characters)
    } catch {
      let blanks = body.indices.lazy.filter { !isBlank(body[$0]) }.dropFirst(error.offset).first
      throw TrustAnchorError(
        .pemMalformed, .malformed, at: blanks ?? body.endIndex,
        "the PEM block is not base64: \(error.code.rawValue)")
    }
  }

  private static func entry(_ der: [UInt8], at offset: Int) throws(TrustAnchorError) -> Entry {
    do {
      return Entry(summary: try CertificateSummary(der: der), offset: offset)
    } catch {
      let category: TrustAnchorError.Category =
        switch error.category {
        case .truncated: .truncated
        case .overLimit: .overLimit
        default: .malformed
        }
      throw TrustAnchorError(
        .certificateMalformed, category, at: offset, "not an X.509 certificate in DER: \(error)")
    }
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || (0x09...0x0D).contains(byte)
  }

  private static func find(_ pattern: [UInt8], in file: [UInt8], from start: Int) -> Int? {
    guard file.count >= pattern.count, start <= file.count - pattern.count else { return nil }
    return (start...file.count - pattern.count).first { at in
      file[at] == pattern[0] && file[at..<at + pattern.count].elementsEqual(pattern)
    }
  }
}
