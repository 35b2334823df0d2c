// SPDX-License-Identifier: MIT

#if OpenSSL
  import Expectations
  import Foundation
  import JOSE
  import OCSPNetworking
  import OpenSSLSignatures
  import StoreJWSTesting
  import Testing

  /// No usable answer is `unavailable`, whatever the cause, and never more than that.
  @Suite struct UnavailableTests {
    /// Asks a chain whose two ends name the same address.
    func ask(_ url: String, timeoutSeconds: Double = 5, maximumAnswerByteCount: Int = 64 << 10) async throws -> String {
      let chain = try AskableChain(leafURL: url, intermediateURL: url)
      let verdict = await chain.ask(
        HTTPOCSPRequester(
          options: .init(timeoutSeconds: timeoutSeconds, maximumAnswerByteCount: maximumAnswerByteCount)))
      expectEqual(verdict.parts.kind, "unavailable")
      return verdict.parts.words
    }

    @Test func nobodyListens() async throws {
      // A port that was free a moment ago.
      let url = try LoopbackServer(.stayWithoutAWord).url
      let words = try await ask(url)
      #expect(words.hasPrefix("\(url): "))
    }

    @Test(.timeLimit(.minutes(5))) func theResponderIsSlow() async throws {
      let server = try LoopbackServer(.stayWithoutAWord)
      let words = try await ask(server.url, timeoutSeconds: 0.5)
      #expect(words.contains("no answer in time"))
    }

    @Test func answersThatAreNone() async throws {
      let tooLong = [UInt8](repeating: 0x30, count: 5_000)
      let table: [(response: [UInt8], words: String)] = [
        (LoopbackServer.response("200 OK", Array("<html>garbage".utf8)), "the answer is not an OCSP response"),
        (LoopbackServer.response("200 OK", []), "the answer is not an OCSP response"),
        // OCSPResponse { responseStatus tryLater (3) }, then the same with a byte too many.
        (LoopbackServer.response("200 OK", [0x30, 0x03, 0x0A, 0x01, 0x03]), "the responder answers trylater"),
        (LoopbackServer.response("200 OK", [0x30, 0x03, 0x0A, 0x01, 0x03, 0]), "the answer is not an OCSP response"),
        // Successful, without an answer inside.
        (LoopbackServer.response("200 OK", [0x30, 0x03, 0x0A, 0x01, 0x00]), "the answer is not a basic OCSP response"),
        (LoopbackServer.response("500 Internal Server Error", [1]), "the responder answers HTTP 500"),
        (LoopbackServer.response("404 Not Found", []), "the responder answers HTTP 404"),
        (
          LoopbackServer.response("302 Found", [], headers: ["Location: http://127.0.0.1:1/elsewhere"]),
          "the responder redirects, which is not followed"
        ),
        (LoopbackServer.response("200 OK", tooLong), "the answer has more than 4096 bytes"),
      ]
      for row in table {
        let server = try LoopbackServer(.say(row.response))
        let words = try await ask(server.url, maximumAnswerByteCount: 4_096)
        expectEqual(words, "\(server.url): \(row.words)")
      }
    }

    @Test func addressesThatAreNotAsked() async throws {
      let requester = CountingRequester(FixedRequester(answers: [:]))
      for url in ["ftp://127.0.0.1/", "file:///etc/hosts", "http://127.0.0.1/a b", "http://127.0.0.1/\r\nX: y", ""] {
        let chain = try AskableChain(leafURL: url, intermediateURL: url)
        let verdict = await chain.ask(requester)
        #expect(verdict.parts.words.contains("names no OCSP responder"), "\(url)")
      }
      let silent = try TestAuthority { plan throws(MintingError) in
        plan.leaf.removeExtension(CertificateExtension.Identifier.authorityInfoAccess)
      }
      let checker = OCSPRevocationChecker(requester: requester, anchors: try TrustAnchors(file: silent.root))
      let verdict = await checker.check(leaf: silent.leaf, intermediate: silent.intermediate, nowSeconds: 0)
      expectEqual(verdict.parts.kind, "unavailable")
      expectEqual(requester.count, 1)
    }

    @Test func withoutTheRootNobodyIsAsked() async throws {
      let requester = CountingRequester(FixedRequester(answers: [:]))
      let authority = try TestAuthority()
      let checker = OCSPRevocationChecker(requester: requester)
      for (leaf, intermediate) in [
        (authority.leaf, authority.intermediate), ([], authority.intermediate), (authority.leaf, [0x30]),
      ] {
        let verdict = await checker.check(leaf: leaf, intermediate: intermediate, nowSeconds: 0)
        expectEqual(verdict.parts.kind, "unavailable")
      }
      expectEqual(requester.count, 0)
    }

    @Test func tasksShareOneRequestAndItSurvivesACancelledWaiter() async throws {
      let authority = try TestAuthority()
      let requester = GatedRequester()
      let checker = OCSPRevocationChecker(requester: requester, anchors: try TrustAnchors(file: authority.root))
      let tasks = (0..<8).map { _ in
        Task { await checker.check(leaf: authority.leaf, intermediate: authority.intermediate, nowSeconds: 0) }
      }
      while checker.waitCount < 16 { try await Task.sleep(for: .milliseconds(5)) }
      tasks[0].cancel()
      requester.open()
      for task in tasks {
        #expect(await task.value.parts.words.hasSuffix("nothing to say"))
      }
      expectEqual(requester.count, 2)
    }

    @Test(.timeLimit(.minutes(5))) func aCancelledRequestEnds() async throws {
      let server = try LoopbackServer(.stayWithoutAWord)
      let requester = HTTPOCSPRequester(options: .init(timeoutSeconds: 60))
      let task = Task { () async -> OCSPRequestError? in
        do throws(OCSPRequestError) {
          _ = try await requester.send(request: [1], to: server.url)
          return nil
        } catch { return error }
      }
      try await Task.sleep(for: .milliseconds(100))
      task.cancel()
      #expect(await task.value != nil)
    }

    /// A task that is cancelled before it begins, or just then: the request ends all the same, each time.
    @Test(.timeLimit(.minutes(5))) func requestsOfCancelledTasksEnd() async throws {
      let server = try LoopbackServer(.stayWithoutAWord)
      let requester = HTTPOCSPRequester(options: .init(timeoutSeconds: 60))
      let ended = await withTaskGroup { group in
        for index in 0..<400 {
          group.addTask { () -> Bool in
            let task = Task { () async -> Bool in
              if index % 2 == 0 { await Task.yield() }
              do throws(OCSPRequestError) { _ = try await requester.send(request: [1], to: server.url) } catch {
                return true
              }
              return false
            }
            task.cancel()
            return await task.value
          }
        }
        return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
      }
      expectEqual(ended, 400)
    }
  }
#endif
