// SPDX-License-Identifier: MIT

/// Turns Apple's member names into words that a reader can turn back: `webOrderLineItemId` is "web order line item ID".
enum MemberWords {
  static func words(_ name: String) -> String {
    guard name.utf8.count <= 64, name.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
      return TerminalText.escape(name, limit: 40)
    }
    if name.contains("_") || name.contains("-") {
      return name.split { $0 == "_" || $0 == "-" }.map { spelling(String($0)) }.joined(separator: " ")
    }
    var words: [String] = []
    var word = ""
    var previous: Character = "a"
    let letters = Array(name)
    for (index, letter) in letters.enumerated() {
      let nextIsLower = index + 1 < letters.count && letters[index + 1].isLowercase
      if letter.isUppercase, !word.isEmpty, previous.isLowercase || previous.isNumber || nextIsLower {
        words.append(word)
        word = ""
      }
      word.append(letter)
      previous = letter
    }
    if !word.isEmpty { words.append(word) }
    return words.map { spelling($0) }.joined(separator: " ")
  }

  private static func spelling(_ word: String) -> String {
    switch word.lowercased() {
    case "id": "ID"
    case "ids": "IDs"
    case "uuid": "UUID"
    case "apple": "Apple"
    case "sku": "SKU"
    case "skus": "SKUs"
    case "ms", "pst": word.lowercased()
    default: word.allSatisfy { $0.isUppercase || $0.isNumber } && word.count > 1 ? word : word.lowercased()
    }
  }
}
