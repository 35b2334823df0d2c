// SPDX-License-Identifier: MIT

import Expectations
import StoreEntitlements
import Testing

@Suite struct EvidenceIDTests {
  /// The examples of FIPS 180-4 (one block, two blocks, a million letters) and the empty message.
  @Test(arguments: [
    ("abc", 1, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 1,
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
    (
      "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmn"
        + "hijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
      1, "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"
    ),
    ("", 1, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("a", 1_000_000, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"),
  ])
  func standardVectors(text: String, count: Int, digest: String) {
    expectEqual(EvidenceID(of: Array(String(repeating: text, count: count).utf8)).description, digest)
  }

  /// Lengths around the ends of blocks, against digests of `a` repeated.
  @Test(arguments: [
    (55, "9f4390f8d30c2dd92ec9f095b65e2b9ae9b0a925a5258e241c9f1e910f734318"),
    (56, "b35439a4ac6f0948b6d6f9e3c6af0f5f590ce20f1bde7090ef7970686ec6738a"),
    (63, "7d3e74a05d7db15bce4ad9ec0658ea98e3f06eeecf16b4c6fff2da457ddc2f34"),
    (64, "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb"),
    (65, "635361c48bb9eab14198e76ea8ab7f1a41685d6ad62aa9146d301d4f17eb0ae0"),
  ])
  func lengthsAroundABlock(count: Int, digest: String) {
    expectEqual(EvidenceID(of: [UInt8](repeating: UInt8(ascii: "a"), count: count)).description, digest)
  }

  @Test func textAndBack() {
    let id = EvidenceID(of: [1, 2, 3])
    #expect(EvidenceID(id.description) == id && EvidenceID(id.description.uppercased()) == id)
    #expect(id != EvidenceID(of: [1, 2, 4]))
    for text in ["", "0", String(repeating: "g", count: 64), String(repeating: "0", count: 63), id.description + "0"] {
      #expect(EvidenceID(text) == nil, "\(text)")
    }
    expectEqual(EvidenceID(String(repeating: "0", count: 64)).map { $0 < id }, true)
  }
}
