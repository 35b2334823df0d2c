// SPDX-License-Identifier: MIT

import Expectations
import StoreJWS
import StrictJSON
import Testing

/// Kinds told by the look of a document.
@Suite struct KindTests {
  private func detect(_ json: String) -> KindDetection { PayloadKind.detect(json: Array(json.utf8).span) }

  @Test func aFullPayloadIsOfItsKind() {
    for type in PayloadTypes.signed {
      let detection = detect(SchemaSamples.full(type.schema))
      #expect(detection.kind == type.kind && !detection.isAmbiguous, "\(type) \(detection)")
      #expect(detection.reason.contains(type.kind.phrase), "\(detection.reason)")
    }
  }

  @Test(arguments: [
    ("{\"transactionId\":\"1\"}", PayloadKind.transaction), ("{\"autoRenewStatus\":1}", .renewalInfo),
    ("{\"notificationType\":\"TEST\"}", .notification), ("{\"receiptType\":\"Xcode\"}", .appTransaction),
    ("{\"userLocale\":\"en\"}", .realtimeRequest), ("{\"a\":1,\"expiresDate\":1,\"b\":{}}", .transaction),
    ("{\"not\\u0069ficationUUID\":\"\"}", .notification),
  ])
  func oneTellingMemberIsEnough(json: String, kind: PayloadKind) {
    let detection = detect(json)
    #expect(detection.kind == kind && !detection.isAmbiguous, "\(detection)")
  }

  @Test(arguments: [
    ("{}", false, "no members"), ("{\"signedDate\":1,\"environment\":\"Sandbox\"}", true, "only one kind"),
    ("{\"somethingElse\":1}", true, "only one kind"),
    ("{\"transactionId\":\"1\",\"receiptType\":\"Xcode\"}", true, "several kinds"),
    ("[]", false, "no JSON object"), ("\"text\"", false, "no JSON object"), ("", false, "no JSON object"),
    ("nonsense", false, "no JSON object"),
  ])
  func whatCannotBeToldIsUnknown(json: String, isAmbiguous: Bool, words: String) {
    let detection = detect(json)
    #expect(detection.kind == .unknown && detection.isAmbiguous == isAmbiguous, "\(detection)")
    #expect(detection.reason.contains(words), "\(detection.reason)")
  }

  @Test func theMajorityWinsAndIsSaidToBeOne() {
    let detection = detect("{\"autoRenewStatus\":1,\"renewalDate\":1,\"storefront\":\"USA\"}")
    #expect(detection.kind == .renewalInfo && detection.isAmbiguous)
    #expect(detection.reason.contains("\"storefront\" is a member of a transaction"), "\(detection.reason)")
  }

  @Test func whatStandsBeforeAFaultCounts() {
    expectEqual(detect("{\"transactionId\":\"1\",\"x\":}").kind, .transaction)
    expectEqual(detect("{\"transactionId\"").kind, .unknown)
  }

  @Test func membersInNestedObjectsDoNotCount() {
    expectEqual(detect("{\"x\":{\"transactionId\":\"1\"}}").kind, .unknown)
  }

  @Test func anyPayloadIsReadAsItsKind() throws {
    for type in PayloadTypes.signed {
      let json = Array(SchemaSamples.full(type.schema).utf8)
      let payload = try AnyPayload(json: json)
      #expect(payload.kind == type.kind && payload.json == json && payload.payloadKind == type.kind)
      expectEqual(payload.unknownMembers, [])
    }
    #expect(throws: JSONError(code: .typeMismatch, offset: 17, message: "")) {
      try AnyPayload(json: Array("{\"transactionId\":1}".utf8))
    }
  }

  /// Which kind is tried first makes no difference, and the short way to no unknown members gives what looking for them does.
  @Test func theLikelyKindMakesNoDifference() throws {
    let tellers = ["notificationType", "transactionId", "autoRenewStatus", "receiptType", "requestIdentifier"]
    for type in PayloadTypes.signed {
      let sample = SchemaSamples.full(type.schema)
      var documents = [sample, sample + "x", String(sample.dropLast()), "{}"]
      for name in tellers {
        documents.append("{\"\(name)\":null}")
        documents.append(sample.dropLast() + ",\"\(name)\":null}")
        documents.append("{\"\(name)\":null," + sample.dropFirst())
      }
      for member in type.schema.members {
        // A name that nobody knows, a null, a repetition, and an unknown name one level further down.
        documents.append(sample.replacing("\"\(member.name)\":", with: "\"\(member.name)X\":"))
        documents.append("{\"\(member.name)\":null," + sample.dropFirst())
        documents.append(sample.replacing("\"\(member.name)\":{", with: "\"\(member.name)\":{\"fresh\":[{\"a\":1}],"))
        documents.append("{\"\(member.name)\":\"1\"}")
      }
      for document in documents {
        let json = Array(document.utf8)
        let expected = Outcome { () throws(JSONError) in
          try AnyPayload(json: json, kind: PayloadKind.detect(json: json.span).kind)
        }
        for kind in PayloadKind.allCases {
          let found = Outcome { () throws(JSONError) in try AnyPayload(json: json, likely: kind) }
          guard found == expected, found.unknown == expected.unknown, found.unknown == found.lookedFor else {
            Issue.record("\(kind) first: \(found), expected \(expected), in \(document)")
            continue
          }
        }
      }
    }
  }

  /// What reading gave, with the members that it does not know by both ways.
  private struct Outcome: Equatable {
    var payload: AnyPayload?
    var error: JSONError?
    var unknown: [String] { payload?.unknownMembers ?? [] }

    var lookedFor: [String] {
      let type = PayloadTypes.signed.first { $0.kind == payload?.kind }
      guard let payload, let type else { return unknown }
      return UnknownMembers.paths(in: payload.json.span, schema: type.schema)
    }

    init(_ read: () throws(JSONError) -> AnyPayload) {
      do throws(JSONError) { payload = try read() } catch { self.error = error }
    }
  }

  @Test func anUnknownPayloadKeepsItsJSONAndItsCommonMembers() throws {
    let json = """
      {"signedDate":1500,"bundleId":"b","appAppleId":"7","environment":"Sandbox","fresh":{"a":[1]},\
      "appAccountToken":"t"}
      """
    let payload = try AnyPayload(json: Array(json.utf8))
    #expect(payload.kind == .unknown && payload.json == Array(json.utf8))
    expectEqual(
      payload.claims,
      PayloadClaims(
        signingMilliseconds: 1500, bundleID: .value("b"), appAppleID: .absent, environment: .value(.sandbox),
        appAccountToken: .value("t"))
    )
    expectEqual(payload.unknownMembers, ["$.fresh"])
  }

  @Test(arguments: ["[1,{\"a\":2}]", "\"text\"", "1.50", "null", "{\"appAppleId\":1e999,\"signedDate\":1e999}"])
  func anyDocumentIsAnUnknownPayload(json: String) throws {
    let payload = try UnknownPayload(json: Array(json.utf8))
    expectEqual(payload.json, Array(json.utf8))
    #expect(payload.appAppleID == nil && payload.signedDate == nil)
    expectEqual(payload.written, json)
  }

  @Test(arguments: ["{", "[1,]", "{\"a\":1,\"a\":2}", ""])
  func aBrokenDocumentIsNone(json: String) {
    #expect(throws: JSONError.self) { try UnknownPayload(json: Array(json.utf8)) }
  }
}
