// SPDX-License-Identifier: MIT

/// The JSON of a payload or a body, member by member, in the order in which Apple writes its kind.
///
/// Start from a kind with usual values and change what the test is about:
///
/// ```swift
/// let payload = TestPayload.transaction(["price": 114_990, "currency": "PLN", "offerType": .absent])
/// let token = try authority.sign(payload)
/// ```
public struct TestPayload: Hashable, Sendable {
  /// The members as they will be written.
  public private(set) var members: [PayloadMember]
  /// Apple's order, by which new members find their place.
  let order: MemberOrder

  /// Makes a payload of members in this order; new ones will be appended.
  public init(members: [PayloadMember]) {
    self.members = members
    order = MemberOrder([])
  }

  init(order: MemberOrder, values: KeyValuePairs<String, PayloadValue>, changes: KeyValuePairs<String, PayloadValue>) {
    self.order = order
    // A kind's usual values name each member once, so that sorting puts them where setting one after another would.
    members = values.compactMap { $1 == .absent ? nil : (rank: order.rank(of: $0), member: PayloadMember($0, $1)) }
      .sorted { $0.rank < $1.rank }.map(\.member)
    for (name, value) in changes {
      self[name] = value
    }
  }

  /// The value of a member.
  ///
  /// Setting it changes the member where it stands; a new one comes where Apple's order has it, an unknown one at the
  /// end; nil or ``PayloadValue/absent`` takes it away.
  public subscript(name: String) -> PayloadValue? {
    get {
      members.first { $0.name == name }?.value
    }
    set {
      let present = members.firstIndex { $0.name == name }
      guard let newValue, newValue != .absent else {
        members.removeAll { $0.name == name }
        return
      }
      if let present {
        members[present].value = newValue
        return
      }
      let rank = order.rank(of: name)
      if members.last.map({ order.rank(of: $0.name) <= rank }) ?? true {
        members.append(PayloadMember(name, newValue))
        return
      }
      let place = members.firstIndex { order.rank(of: $0.name) > rank } ?? members.count
      members.insert(PayloadMember(name, newValue), at: place)
    }
  }

  /// The payload with these members changed.
  public func with(_ changes: KeyValuePairs<String, PayloadValue>) -> TestPayload {
    var copy = self
    for (name, value) in changes {
      copy[name] = value
    }
    return copy
  }

  /// The payload with one more member at the end, though the name be there already.
  public func repeating(_ name: String, _ value: PayloadValue) -> TestPayload {
    var copy = self
    copy.members.append(PayloadMember(name, value))
    return copy
  }

  /// The payload with its members sorted by name: no order that Apple writes.
  public var inOtherOrder: TestPayload {
    TestPayload(members: members.sorted { $0.name < $1.name })
  }

  /// The payload as a value, to stand inside another.
  public var value: PayloadValue {
    .object(members)
  }

  /// Compact JSON text.
  public var json: String {
    value.json
  }
}

/// The order in which Apple writes the members of a kind.
struct MemberOrder: Hashable, Sendable {
  private let ranks: [String: Int]

  init(_ names: [String]) {
    ranks = Dictionary(names.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// The place of a name; unknown names come last.
  func rank(of name: String) -> Int {
    ranks[name] ?? ranks.count
  }
}
