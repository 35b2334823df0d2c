// SPDX-License-Identifier: MIT
import Expectations
import StrictJSON
import Testing

/// Each budget at its limit and one beyond.
@Suite struct BudgetTests {
  static func outcome(_ document: String, _ limits: JSONLimits) -> Result<JSONValue, JSONError> {
    let bytes = Array(document.utf8)
    return Result { () throws(JSONError) in try JSONValue(parsing: bytes.span, limits: limits) }
  }

  static func code(_ outcome: Result<JSONValue, JSONError>) -> JSONError.Code? {
    if case .failure(let error) = outcome { error.code } else { nil }
  }

  @Test(arguments: [0, 1, 2, 32, 64, 500]) func depth(limit: Int) {
    let limits = JSONLimits(maximumByteCount: 1 << 20, maximumDepth: limit, maximumMemberCount: 1 << 20)
    for (open, close) in [("[", "]"), (#"{"a":"#, "}"), (#"[{"a":"#, "}]")] {
      let levels = open.count == 6 ? 2 : 1
      guard limit.isMultiple(of: levels) else { continue }
      let nested = { (count: Int) in
        String(repeating: open, count: count) + "0" + String(repeating: close, count: count)
      }
      #expect(Self.code(Self.outcome(nested(limit / levels), limits)) == nil)
      let expected = JSONError(code: .depthLimit, offset: open.utf8.count * (limit / levels), message: "")
      expectEqual(Self.outcome(nested(limit / levels + 1), limits), .failure(expected))
    }
  }

  /// Siblings do not add up to depth.
  @Test func depthIsGivenBack() {
    let limits = JSONLimits(maximumByteCount: 1 << 20, maximumDepth: 2, maximumMemberCount: 1 << 20)
    let document = "[" + Array(repeating: #"[],{},[1],{"a":2}"#, count: 50).joined(separator: ",") + "]"
    #expect(Self.code(Self.outcome(document, limits)) == nil)
  }

  @Test func members() {
    let limits = JSONLimits(maximumByteCount: 1 << 20, maximumDepth: 8, maximumMemberCount: 6)
    #expect(Self.code(Self.outcome("[1,2,3,4,5,6]", limits)) == nil)
    expectEqual(
      Self.outcome("[1,2,3,4,5,6,7]", limits), .failure(JSONError(code: .memberLimit, offset: 13, message: "")))
    // Members and elements of the whole document count together.
    #expect(Self.code(Self.outcome(#"{"a":[1,2],"b":{"c":3}}"#, limits)) == nil)
    let seven = #"{"a":[1,2],"b":{"c":3},"d":[4]}"#
    expectEqual(Self.outcome(seven, limits), .failure(JSONError(code: .memberLimit, offset: 28, message: "")))
    let none = JSONLimits(maximumByteCount: 10, maximumDepth: 8, maximumMemberCount: 0)
    #expect(Self.code(Self.outcome("[]", none)) == nil)
    expectEqual(Self.outcome("[0]", none), .failure(JSONError(code: .memberLimit, offset: 1, message: "")))
  }

  @Test func bytes() {
    for limit in [1, 2, 7, 8, 9, 1000] {
      let limits = JSONLimits(maximumByteCount: limit, maximumDepth: 8, maximumMemberCount: 8)
      #expect(Self.code(Self.outcome(String(repeating: "7", count: limit), limits)) == nil)
      let expected = JSONError(code: .byteLimit, offset: limit, message: "")
      expectEqual(Self.outcome(String(repeating: "7", count: limit + 1), limits), .failure(expected))
    }
  }

  /// A writer of tokens must not be able to exhaust the stack: twice the budgets of a body, then nothing but brackets.
  @Test func bracketsWithoutEnd() {
    for limits in [JSONLimits.token, .body] {
      let document = String(repeating: "[", count: 100_000)
      let expected = JSONError(code: .depthLimit, offset: limits.maximumDepth, message: "")
      expectEqual(Self.outcome(document, limits), .failure(expected))
    }
  }
}
