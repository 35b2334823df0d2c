// SPDX-License-Identifier: MIT
import Expectations
import JOSE
import StoreJWS
import StrictJSON
import Testing

/// Reading without believing: a header that is remembered must change the time that it takes and nothing else.
@Suite struct TokenReaderTests {
  /// What a reading came to, errors with all that a caller can see of them.
  struct Outcome<Payload: Hashable>: Hashable {
    let payload: Payload?
    let error: StoreError?
    let details: [String?]

    init(_ read: () throws(StoreError) -> Payload) {
      do throws(StoreError) {
        payload = try read()
        error = nil
        details = []
      } catch {
        payload = nil
        self.error = error
        details = [error.segment?.rawValue, error.path, error.category.rawValue, error.message]
      }
    }
  }

  /// A token with the same header that any reader accepts, so that the header is remembered.
  static func primer(_ characters: [UInt8]) -> [UInt8]? {
    guard let dot = characters.firstIndex(of: UInt8(ascii: ".")), dot > 0 else { return nil }
    let primer = characters[..<dot] + Array(".e30.".utf8) + [UInt8](repeating: UInt8(ascii: "A"), count: 86)
    var reader = TokenReader()
    guard (try? reader.read(Array(primer).span, as: UnknownPayload.self)) != nil else { return nil }
    return Array(primer)
  }

  /// Reads with nothing remembered, and again with the header remembered.
  ///
  /// - Returns: whether there was a header to remember.
  @discardableResult static func bothPaths<Payload: TokenPayload & Hashable>(
    _ characters: [UInt8], as type: Payload.Type, primer: [UInt8]?, _ comment: String
  ) -> Bool {
    let slow = Outcome { () throws(StoreError) in
      var reader = TokenReader()
      return try reader.read(characters.span, as: type)
    }
    guard let primer else { return false }
    let fast = Outcome { () throws(StoreError) in
      var reader = TokenReader()
      _ = try reader.read(primer.span, as: UnknownPayload.self)
      return try reader.read(characters.span, as: type)
    }
    expectEqual(fast, slow, "\(comment)")
    if let error = slow.error { #expect((0...characters.count).contains(error.offset ?? 0)) }
    return true
  }

  @Test func bothPathsAgreeOnEveryVector() throws {
    var counts = [0, 0]
    for token in try VectorToken.all() {
      let primer = Self.primer(token.characters)
      Self.bothPaths(token.characters, as: SignedTransaction.self, primer: primer, token.file)
      counts[Self.bothPaths(token.characters, as: AnyPayload.self, primer: primer, token.file) ? 0 : 1] += 1
    }
    #expect(counts[0] > 150 && counts[1] > 5, "\(counts)")
  }

  /// Everything behind the header changed, shortened and lengthened: dots and padding above all.
  @Test func bothPathsAgreeOnMutatedTokens() throws {
    let good = try VectorToken.named("kinds/transaction.jws")
    let primer = try #require(Self.primer(good))
    let header = try #require(good.firstIndex(of: UInt8(ascii: ".")))
    var cases = 0
    func compare(_ characters: [UInt8], _ comment: String) {
      Self.bothPaths(characters, as: SignedTransaction.self, primer: primer, comment)
      cases += 1
    }
    for place in stride(from: header - 3, to: good.count, by: 5) {
      for byte in Array(".=A!".utf8) {
        var characters = good
        characters[place] = byte
        compare(characters, "\(place) became \(byte)")
      }
      var shorter = good
      shorter.remove(at: place)
      compare(shorter, "without \(place)")
      compare(Array(good[..<place]) + Array(".".utf8) + good[place...], "a dot before \(place)")
      compare(Array(good[..<place]), "the first \(place)")
    }
    for tail in [".", "..", ".A", "=", "A", "AA", String(repeating: "A", count: 87), String(repeating: ".", count: 87)]
    {
      compare(good + Array(tail.utf8), "with \(tail)")
    }
    #expect(cases > 800)
  }

  /// One reader over all tokens in turn reads each as a new reader would.
  @Test func oneReaderForAllTokens() throws {
    var reader = TokenReader()
    for token in try VectorToken.all() {
      let shared = Outcome { () throws(StoreError) in try reader.read(token.characters.span, as: AnyPayload.self) }
      let fresh = Outcome { () throws(StoreError) in
        var reader = TokenReader()
        return try reader.read(token.characters.span, as: AnyPayload.self)
      }
      expectEqual(shared, fresh, "\(token)")
    }
  }

  @Test func entryPointsOfUnverifiedReading() throws {
    for token in try VectorToken.all() {
      let outcomes = [
        Outcome { () throws(StoreError) in try SignedTransaction(unverified: token.characters.span) },
        Outcome { () throws(StoreError) in try SignedTransaction(unverified: token.characters) },
      ]
      expectEqual(outcomes[0], outcomes[1], "\(token)")
      guard let text = String(validating: token.characters, as: UTF8.self) else { continue }
      expectEqual(Outcome { () throws(StoreError) in try SignedTransaction(unverified: text) }, outcomes[0], "\(token)")
    }
  }

  /// The form must be right in all three segments; who signed does not matter.
  @Test func readsWhatNobodyVouchesFor() throws {
    for file in [
      "forms/signature-zeros.jws", "forms/payload-exchanged.jws", "chains/leaf-forged.jws", "headers/alg-none.jws",
      "headers/no-x5c.jws", "forms/signature-empty.jws",
    ] {
      #expect(try SignedTransaction(unverified: VectorToken.named(file)).bundleID != nil, "\(file)")
    }
    for (file, code) in [
      ("forms/signature-leftover-bits.jws", "base64LeftoverBits"), ("forms/two-segments.jws", "segmentCount"),
      ("headers/duplicate-alg.jws", "duplicateMember"), ("fields/price-is-text.jws", "typeMismatch"),
    ] {
      let token = try VectorToken.named(file)
      do throws(StoreError) {
        _ = try SignedTransaction(unverified: token)
        Issue.record("\(file) was read")
      } catch {
        #expect(error.code.rawValue == code && error.offset != nil && error.report == nil, "\(file): \(error)")
      }
    }
  }

  @Test func errorsOfThePayloadCarryOffsetAndPath() throws {
    let token = try VectorToken.named("fields/price-is-text.jws")
    do throws(StoreError) {
      _ = try SignedTransaction(unverified: token)
      Issue.record("text was read as a price")
    } catch {
      #expect(error.path == "$.price" && error.segment == .payload && error.category == .unsupported)
    }
  }

  @Test func limitsHoldOnBothPaths() throws {
    let good = try VectorToken.named("kinds/transaction.jws")
    var limits = JWSLimits.standard
    limits.maximumTokenByteCount = good.count
    var reader = TokenReader(limits: limits)
    for _ in 0..<2 { _ = try reader.read(good.span, as: SignedTransaction.self) }
    let longer = good + Array("AAAA".utf8)
    for _ in 0..<2 {
      #expect(
        throws: StoreError(code: .init(rawValue: "tokenTooLong"), category: .overLimit, message: "", offset: good.count)
      ) {
        var copy = reader
        _ = try copy.read(longer.span, as: SignedTransaction.self)
      }
    }
  }
}
