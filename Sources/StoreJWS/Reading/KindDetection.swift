// SPDX-License-Identifier: MIT
internal import StrictJSON

/// What kind of payload some JSON is, told by its members alone, and why.
public struct KindDetection: Hashable, Sendable {
  /// The kind; `unknown` if no kind has more telling members than the others.
  public let kind: PayloadKind
  /// The reason, in words.
  public let reason: String
  /// Whether members of other kinds stand beside, or nothing but members that several kinds share.
  public let isAmbiguous: Bool
}

extension PayloadKind {
  /// Tells a payload's kind from the names of its top-level members.
  ///
  /// A member is telling if exactly one kind has it. The kind with the most of them is the answer. One pass over the
  /// document; of one that breaks, what stands before the fault counts.
  public static func detect(json: Span<UInt8>) -> KindDetection {
    var votes = Votes()
    var isObject = false
    do throws(JSONError) {
      var reader = try JSONReader(json)
      var object = try reader.enterObject()
      isObject = true
      while let member = try reader.nextMember(&object, Votes.table) {
        votes.count(member.index)
        try reader.skipValue()
      }
    } catch {
      if !isObject {
        return KindDetection(kind: .unknown, reason: "no JSON object: \(error.message)", isAmbiguous: false)
      }
    }
    return votes.detection
  }
}

/// How many telling members of each kind have been seen.
private struct Votes {
  private var counts = [Int](repeating: 0, count: kinds.count)
  private var first = [Int](repeating: -1, count: kinds.count)
  private var shared = 0

  private static let kinds: [(kind: PayloadKind, schema: ObjectSchema)] = [
    (.transaction, SignedTransaction.schema), (.renewalInfo, RenewalInfo.schema),
    (.notification, ServerNotification.schema), (.appTransaction, AppTransaction.schema),
    (.realtimeRequest, RealtimeRequest.schema),
  ]

  /// The telling names, and for each the place of its kind.
  private static let telling: (names: [String], owners: [Int]) = {
    var holders: [String: [Int]] = [:]
    for (place, entry) in kinds.enumerated() {
      for member in entry.schema.members { holders[member.name, default: []].append(place) }
    }
    var names: [String] = []
    var owners: [Int] = []
    for (place, entry) in kinds.enumerated() {
      for member in entry.schema.members where holders[member.name] == [place] {
        names.append(member.name)
        owners.append(place)
      }
    }
    return (names, owners)
  }()

  static let table = MemberTable(telling.names)

  mutating func count(_ index: Int) {
    guard Self.telling.owners.indices.contains(index) else {
      shared += 1
      return
    }
    let owner = Self.telling.owners[index]
    counts[owner] += 1
    if first[owner] < 0 { first[owner] = index }
  }

  var detection: KindDetection {
    let most = counts.max() ?? 0
    let seen = counts.indices.filter { counts[$0] > 0 }
    guard most > 0 else {
      return KindDetection(
        kind: .unknown, reason: shared == 0 ? "no members" : "no member that only one kind has",
        isAmbiguous: shared > 0)
    }
    let phrases = seen.map { place in
      "\"\(Self.telling.names[first[place]])\" is a member of \(Self.kinds[place].kind.phrase)"
    }
    let winners = seen.filter { counts[$0] == most }
    guard winners.count == 1 else {
      return KindDetection(
        kind: .unknown, reason: "members of several kinds: " + phrases.joined(separator: ", "), isAmbiguous: true)
    }
    let winner = winners[0]
    let reason = seen.count == 1 ? phrases[0] : "most members of one kind, but " + phrases.joined(separator: ", ")
    return KindDetection(kind: Self.kinds[winner].kind, reason: reason, isAmbiguous: seen.count > 1)
  }
}
