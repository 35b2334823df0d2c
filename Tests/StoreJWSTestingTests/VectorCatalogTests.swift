// SPDX-License-Identifier: MIT
#if OpenSSL
  import Expectations
  import Foundation
  import JOSE
  import StoreJWSTesting
  import StrictJSON
  import Testing
  import VectorMinting

  @Suite struct VectorCatalogTests {
    static let folder = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("TestVectors")

    @Test func committedFilesAreWhatTheProgramWrites() throws {
      let files = try VectorCatalog.files()
      for file in files {
        let committed = try? Data(contentsOf: Self.folder.appendingPathComponent(file.path))
        expectEqual(committed, Data(file.contents), "\(file.path) differs: swift run MintVectors")
      }
      let paths = Set(files.map(\.path))
      expectEqual(paths.count, files.count)
      var present: Set<String> = []
      for path in FileManager.default.enumerator(atPath: Self.folder.path)?.compactMap({ $0 as? String }) ?? [] {
        let url = Self.folder.appendingPathComponent(path)
        if try url.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true {
          present.insert(path)
        }
      }
      expectEqual(present, paths.union(["README.md"]))
    }

    @Test func manifestNamesEveryVector() throws {
      let manifest = try Self.json("manifest.json")
      guard case .array(let vectors)? = manifest["vectors"] else {
        Issue.record("the manifest has no vectors")
        return
      }
      expectEqual(manifest["numberOfVectors"], .number("\(vectors.count)"))
      expectEqual(vectors.count, 257)
      var named: Set<String> = []
      for vector in vectors {
        guard case .string(let file)? = vector["file"], case .string(let verdict)? = vector["verdict"] else {
          Issue.record("\(vector) has no file or no verdict")
          continue
        }
        named.insert(file)
        #expect(["verified", "refused", "unreadable", "notRun"].contains(verdict))
        expectEqual((vector["check"] != nil), (verdict == "refused"), "\(file)")
        if case .string(let root)? = vector["root"] {
          #expect(FileManager.default.fileExists(atPath: Self.folder.appendingPathComponent(root).path))
        }
      }
      expectEqual(named.count, vectors.count)
    }

    /// RFC 7515 appendix A.3: header and payload encode to the token's segments, and the key is its signer's.
    @Test func publishedTokenBelongsToItsKey() throws {
      let vector = try Self.json("standards/rfc7515-appendix-a3.json")
      func text(_ name: String) -> String {
        if case .string(let text)? = vector[name] { text } else { "" }
      }
      let segments = text("token").split(separator: ".").map(String.init)
      expectEqual(segments.count, 3)
      expectEqual(segments[0], Base64URL.encode(Array(text("header").utf8)))
      expectEqual(segments[1], Base64URL.encode(Array(text("payload").utf8)))
      let key = try TestKey(p256Scalar: Base64URL.decode(text("d")))
      try expectEqual(key.publicPoint(), [4] + Base64URL.decode(text("x")) + Base64URL.decode(text("y")))
    }

    @Test func publishedBase64() throws {
      guard case .array(let vectors)? = try Self.json("standards/rfc4648-section10.json")["vectors"] else {
        Issue.record("no vectors")
        return
      }
      expectEqual(vectors.count, 7)
      for vector in vectors {
        guard case .string(let text)? = vector["text"], case .string(let encoded)? = vector["base64"] else {
          Issue.record("\(vector)")
          continue
        }
        expectEqual(Base64.encode(Array(text.utf8)), encoded)
        try expectEqual(Base64.decode(encoded), Array(text.utf8))
        expectEqual(Base64URL.encode(Array(text.utf8)), encoded.filter { $0 != "=" })
      }
    }

    static func json(_ file: String) throws -> JSONValue {
      try JSONValue(parsing: Array(Data(contentsOf: folder.appendingPathComponent(file))).span, limits: .body)
    }
  }
#endif
