// SPDX-License-Identifier: MIT
#if OpenSSL
  import Foundation
  import OpenSSLSignatures
  import StoreJWS
  import StoreJWSTesting
  import Testing

  /// The README's example, compiled and run; its lines are compared with the README's.
  struct ReadmeExampleTests {
    private let repository = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    @Test func exampleRefusesWhatAppleDidNotSign() throws {
      let token = try String(
        contentsOf: repository.appendingPathComponent("TestVectors/kinds/transaction.jws"), encoding: .utf8)
      var refusal: StoreError?
      do {
        try example(token.trimmingCharacters(in: .whitespacesAndNewlines))
      } catch {
        refusal = error as? StoreError
      }
      // `example` prints a refusal and goes on; only a verifier that cannot be made would throw.
      #expect(refusal == nil)
    }

    private func example(_ token: String) throws {
      let verifier = try StoreVerifier.appStore(  // Apple's root is inside
        bundleIDs: ["com.example.app"], environments: [.production, .sandbox])

      do {
        let transaction = try verifier.transaction(token)  // Verified<SignedTransaction>
        print(transaction.payload.productID ?? "-", transaction.payload.expiresDate as Any)
      } catch {
        print(error.code.rawValue, error.message)  // every check, with its reason, is in error.report
      }
    }

    @Test func readmeHoldsTheSameLines() throws {
      let readme = try String(contentsOf: repository.appendingPathComponent("README.md"), encoding: .utf8)
      let source = try String(contentsOf: URL(fileURLWithPath: #filePath), encoding: .utf8)
      let lines = Set(source.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) })
      guard let start = readme.range(of: "```swift\n"),
        let end = readme.range(of: "```", range: start.upperBound..<readme.endIndex)
      else {
        Issue.record("the README has no Swift example")
        return
      }
      let example = readme[start.upperBound..<end.lowerBound].split(separator: "\n")
        .map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
      #expect(example.count >= 8 && example.count <= 12)
      for line in example { #expect(lines.contains(line), "not in this test: \(line)") }
    }
  }
#endif
