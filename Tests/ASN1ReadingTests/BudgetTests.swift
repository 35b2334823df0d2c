// SPDX-License-Identifier: MIT

import ASN1Reading
import Expectations
import Testing

@Suite("Budgets")
struct BudgetTests {
  private func descend(_ bytes: [UInt8], _ limits: ASN1Limits) throws(ASN1Error) -> Int {
    var reader = try ASN1Reader(bytes.span, liberties: .ber, limits: limits)
    var depth = 0
    while !reader.isAtEnd {
      _ = try reader.enter(try reader.next())
      depth += 1
    }
    return depth
  }

  @Test("Depth is refused at the first level too many, whatever the length form")
  func depth() throws {
    let limits = ASN1Limits(maximumBytes: 1 << 20, maximumDepth: 3, maximumElements: 100)
    try expectEqual(descend(hex("30 04 30 02 30 00"), limits), 3)
    expectEqual(
      refusal { () throws(ASN1Error) in _ = try descend(hex("30 06 30 04 30 02 30 00"), limits) }, Refusal(.tooDeep, 6)
    )
    let open = hex("30 80 30 80 30 80 30 80 00 00 00 00 00 00 00 00")
    expectEqual(refusal { () throws(ASN1Error) in _ = try descend(open, limits) }, Refusal(.tooDeep, 6))
  }

  @Test("A million opened lengths cost no more than the budget")
  func manyOpen() {
    let bytes = [UInt8](repeating: 0x30, count: 1) + Array(repeatElement([0x80, 0x30], count: 500_000).joined())
    let limits = ASN1Limits(maximumBytes: 1 << 20, maximumDepth: 16, maximumElements: 100)
    expectEqual(refusal { () throws(ASN1Error) in _ = try descend(bytes, limits) }, Refusal(.tooDeep, 32))
  }

  @Test("Elements are counted, also those skipped over")
  func elements() throws {
    let nulls = Array(repeatElement([0x05, 0x00] as [UInt8], count: 10).joined())
    func count(_ bytes: [UInt8], _ maximum: Int) -> Refusal? {
      refusal { () throws(ASN1Error) in
        var reader = try ASN1Reader(
          bytes.span, liberties: .ber,
          limits: ASN1Limits(maximumBytes: 100, maximumDepth: 2, maximumElements: maximum))
        while !reader.isAtEnd { _ = try reader.next() }
      }
    }
    #expect(count(nulls, 10) == nil)
    expectEqual(count(nulls, 9), Refusal(.tooManyElements, 18))
    let open = [0x30, 0x80] + nulls + [0, 0]
    #expect(count(open, 12) == nil)
    expectEqual(count(open, 11)?.code, .tooManyElements)
  }

  @Test("Bytes are counted before anything is read")
  func bytes() {
    let limits = ASN1Limits(maximumBytes: 3, maximumDepth: 2, maximumElements: 2)
    let fitting: [UInt8] = [4, 1, 0]
    let large: [UInt8] = [4, 2, 0, 0]
    #expect(refusal { () throws(ASN1Error) in _ = try ASN1Reader(fitting.span, limits: limits) } == nil)
    expectEqual(
      refusal { () throws(ASN1Error) in _ = try ASN1Reader(large.span, limits: limits) }, Refusal(.tooManyBytes, 3)
    )
    expectEqual(ASN1Error(code: .tooManyBytes, offset: 3, expected: "", found: "").category, .overLimit)
    expectEqual(ASN1Limits(maximumBytes: -1, maximumDepth: -1, maximumElements: -1).maximumDepth, 0)
  }
}
