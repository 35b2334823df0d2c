// SPDX-License-Identifier: MIT
#if OpenSSL
  import Foundation
  import StoreJWSTesting

  /// A file of tokens, one a line, and the root that vouches for them.
  ///
  /// Minted once and kept in a cache folder outside the sources; its name holds everything that decides its contents.
  struct Corpus {
    let file: URL
    /// PEM of the root.
    let root: String

    /// Mints or finds the corpus of `count` tokens under `leafs` certificates with payloads of `payloadByteCount` bytes.
    static func minted(count: Int, leafs: Int, payloadByteCount: Int) throws -> Corpus {
      let plan = try ChainPlan(seed: "benchmark")
      let authority = try TestAuthority(plan: plan)
      let folder = try cacheFolder()
      let file = folder.appendingPathComponent("transactions-v3-\(count)-\(leafs)-\(payloadByteCount).jws")
      if !FileManager.default.fileExists(atPath: file.path) {
        FileHandle.standardError.write(Data("minting \(count) tokens under \(leafs) certificates…\n".utf8))
        try mint(count: count, leafs: leafs, payloadByteCount: payloadByteCount, plan: plan, to: file)
      }
      return Corpus(file: file, root: authority.rootPEM)
    }

    private static func mint(count: Int, leafs: Int, payloadByteCount: Int, plan: ChainPlan, to file: URL) throws {
      let signers = try (0..<leafs).map { number in
        var plan = plan
        if number > 0 { try plan.setLeafKey(try TestKey(.p256, seed: "benchmark", label: "leaf \(number)")) }
        return try TestAuthority(plan: plan).signer()
      }
      let payloads = BulkPayloads(seed: 7, byteCount: payloadByteCount)
      // Written under another name first, so that a run that is stopped leaves no half corpus behind.
      let unfinished = file.appendingPathExtension("unfinished")
      _ = FileManager.default.createFile(atPath: unfinished.path, contents: nil)
      let handle = try FileHandle(forWritingTo: unfinished)
      var block = Data()
      for number in 0..<count {
        let json = payloads.payload(UInt64(number)).json
        block.append(contentsOf: try signers[number % leafs].sign(Array(json.utf8)).utf8)
        block.append(0x0A)
        if block.count > 1 << 22 || number == count - 1 {
          try handle.write(contentsOf: block)
          block.removeAll(keepingCapacity: true)
        }
      }
      try handle.close()
      try FileManager.default.moveItem(at: unfinished, to: file)
    }

    private static func cacheFolder() throws -> URL {
      let environment = ProcessInfo.processInfo.environment
      let base =
        environment["XDG_CACHE_HOME"].map { URL(fileURLWithPath: $0) }
        ?? environment["HOME"].map { URL(fileURLWithPath: $0).appendingPathComponent(".cache") }
        ?? FileManager.default.temporaryDirectory
      let folder = base.appendingPathComponent("storejws-benchmarks")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      return folder
    }

    /// Reads the file in blocks of whole lines and hands each block's tokens to `body`, going round until `limit` tokens were
    /// handed out. Reading is no part of what is measured.
    ///
    /// - Parameter blockByteCount: 256 KB is what `jwsdump` reads at a time; batches of 256 tokens need more.
    func forEachBlock(limit: Int, blockByteCount: Int = 1 << 18, _ body: ([[UInt8]]) throws -> Void) throws {
      var left = limit
      while left > 0 {
        let handle = try FileHandle(forReadingFrom: file)
        defer { try? handle.close() }
        // The beginning of the line that the block before ended in.
        var begun: [UInt8] = []
        var handedOut = 0
        while left > 0, let data = try handle.read(upToCount: blockByteCount), !data.isEmpty {
          let tokens = Self.cut(data, &begun, limit: left)
          left -= tokens.count
          handedOut += tokens.count
          if !tokens.isEmpty { try body(tokens) }
        }
        guard handedOut > 0 else { throw BenchmarkError("\(file.path) holds no line") }
      }
    }
  }

  extension Corpus {
    private static func cut(_ block: Data, _ begun: inout [UInt8], limit: Int) -> [[UInt8]] {
      var tokens: [[UInt8]] = []
      // SAFETY: the pointers are used within the closure only, and all ranges lie within the block.
      unsafe block.withUnsafeBytes { bytes in
        guard let base = bytes.baseAddress else { return }
        var start = 0
        while tokens.count < limit, start < bytes.count,
          let newline = unsafe memchr(base + start, 0x0A, bytes.count - start)
        {
          let end = unsafe newline - UnsafeMutableRawPointer(mutating: base)
          unsafe begun.append(contentsOf: UnsafeRawBufferPointer(rebasing: bytes[start..<end]))
          tokens.append(begun)
          begun = []
          start = end + 1
        }
        if tokens.count < limit { unsafe begun.append(contentsOf: UnsafeRawBufferPointer(rebasing: bytes[start...])) }
      }
      return tokens
    }
  }

  /// A run that cannot go on, in words.
  struct BenchmarkError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
      self.description = description
    }
  }
#endif
