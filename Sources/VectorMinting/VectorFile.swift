// SPDX-License-Identifier: MIT
#if OpenSSL
  import StoreJWSTesting

  /// One file under TestVectors.
  package struct VectorFile: Hashable, Sendable {
    /// Path below TestVectors, with slashes.
    package let path: String
    /// The octets.
    package let contents: [UInt8]
  }

  /// What the manifest says about one file, so that a reader can judge itself without a look into the code.
  struct VectorEntry {
    /// The right answer of a strict reader and verifier that trusts the entry's root and judges at the signing date.
    enum Verdict: String {
      /// It reads as its kind, and every check of the signature and chain holds.
      case verified
      /// It reads as its kind, but a check fails; the entry names it.
      case refused
      /// It does not read; the entry names the code.
      case unreadable
      /// It has no signature of its own; the strings inside have.
      case notRun
    }

    var what: String
    var kind: String?
    var root: String?
    var verdict: Verdict
    /// Name of the check that fails.
    var check: String?
    /// Code of the error that reading gives, or of the check's finding.
    var code: String?
    /// Octet in the file at which the error is.
    var offset: Int?
    /// Verdicts of the signed strings inside, by JSON path, or of the lines of a file, by number.
    var parts: KeyValuePairs<String, Verdict> = [:]
    var notes: String?

    func value(file: String) -> PayloadValue {
      var members = [PayloadMember("file", .text(file)), PayloadMember("what", .text(what))]
      func add(_ name: String, _ text: String?) {
        if let text {
          members.append(PayloadMember(name, .text(text)))
        }
      }
      add("kind", kind)
      add("root", root)
      add("verdict", verdict.rawValue)
      add("check", check)
      add("code", code)
      if let offset {
        members.append(PayloadMember("offset", .integer(Int64(offset))))
      }
      if !parts.isEmpty {
        members.append(PayloadMember("parts", .object(parts.map { PayloadMember($0, .text($1.rawValue)) })))
      }
      add("notes", notes)
      return .object(members)
    }
  }

  /// Gathers files and what the manifest says about them.
  struct VectorCollection {
    static let root = "authority/root.pem"
    static let xcode = "authority/xcode.pem"

    private(set) var files: [VectorFile] = []
    private var entries: [PayloadValue] = []

    mutating func add(_ path: String, _ contents: String, _ entry: VectorEntry) {
      add(path, Array(contents.utf8), entry)
    }

    mutating func add(_ path: String, _ contents: [UInt8], _ entry: VectorEntry) {
      files.append(VectorFile(path: path, contents: contents))
      entries.append(entry.value(file: path))
    }

    /// A file that is no vector itself: a certificate, a text.
    mutating func addPlain(_ path: String, _ contents: [UInt8]) {
      files.append(VectorFile(path: path, contents: contents))
    }

    /// A token that verifies under the root.
    mutating func verified(_ path: String, kind: String, _ what: String, _ token: String, notes: String? = nil) {
      add(
        path, token + "\n",
        VectorEntry(what: what, kind: kind, root: Self.root, verdict: .verified, notes: notes))
    }

    /// A token that reads and fails one check.
    mutating func refused(
      _ path: String,
      kind: String = "transaction",
      _ what: String,
      check: String,
      code: String,
      _ token: String,
      root: String = root,
      notes: String? = nil
    ) {
      add(
        path, token + "\n",
        VectorEntry(
          what: what, kind: kind, root: root, verdict: .refused, check: check, code: code,
          notes: notes))
    }

    /// Something that does not read.
    mutating func unreadable(
      _ path: String,
      kind: String? = nil,
      _ what: String,
      code: String,
      offset: Int? = nil,
      _ contents: String,
      notes: String? = nil
    ) {
      add(
        path, contents + "\n",
        VectorEntry(
          what: what, kind: kind, root: Self.root, verdict: .unreadable, code: code, offset: offset, notes: notes))
    }

    /// The manifest: one vector a line, so that a change shows as a line.
    var manifest: VectorFile {
      let lines = entries.map { "    " + $0.json }.joined(separator: ",\n")
      let text = "{\n  \"numberOfVectors\": \(entries.count),\n  \"vectors\": [\n\(lines)\n  ]\n}\n"
      return VectorFile(path: "manifest.json", contents: Array(text.utf8))
    }
  }
#endif
