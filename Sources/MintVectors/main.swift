// SPDX-License-Identifier: MIT
import Foundation
import VectorMinting

// Writes TestVectors anew: `swift run MintVectors`. A second run changes nothing; files that no table names any more
// go, save README.md.
#if OpenSSL
  let folder = URL(fileURLWithPath: CommandLine.arguments.dropFirst().first ?? "TestVectors", isDirectory: true)
  do {
    let files = try VectorCatalog.files()
    let manager = FileManager.default
    let known = Set(files.map(\.path) + ["README.md"])
    for path in manager.enumerator(atPath: folder.path)?.compactMap({ $0 as? String }) ?? [] {
      let url = folder.appendingPathComponent(path)
      let isFile = try url.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile ?? false
      if isFile, !known.contains(path) {
        try manager.removeItem(at: url)
        print("removed \(path)")
      }
    }
    var changed = 0
    for file in files {
      let url = folder.appendingPathComponent(file.path)
      let contents = Data(file.contents)
      if (try? Data(contentsOf: url)) != contents {
        try manager.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try contents.write(to: url)
        changed += 1
      }
    }
    print("\(files.count) files, \(changed) changed")
  } catch {
    print("not minted: \(error)")
    exit(1)
  }
#else
  print("vectors are signed with libcrypto: build with the OpenSSL trait")
#endif
