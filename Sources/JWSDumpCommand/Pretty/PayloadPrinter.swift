// SPDX-License-Identifier: MIT

internal import StoreJWS
internal import StrictJSON

/// Prints a payload's members as fields, objects and arrays indented under their names.
struct PayloadPrinter {
  let words: ValueWords
  /// Where the members' lines go.
  var text: PrettyText
  /// Members that are shown elsewhere or were shown already.
  var hidden: Set<String> = []
  /// The document is an answer of the older service, whose members have words of their own.
  var isServerAnswer = false

  /// More members than this are counted, not shown.
  static let memberLimit = 400

  private var shown = 0

  init(words: ValueWords, text: PrettyText, hidden: Set<String> = []) {
    self.words = words
    self.text = text
    self.hidden = hidden
  }

  /// Prints an object's members.
  ///
  /// - Parameter schema: what is known of the members; those that it does not know are left out where `knownOnly`.
  mutating func object(_ value: JSONValue, _ schema: ObjectSchema?, indent: Int, knownOnly: Bool) {
    guard case .object(let members) = value else {
      if let scalar = words.words(value, nil, in: value) { text.line(scalar.value, indent: indent) }
      return
    }
    var fields: [PrettyText.Field] = []
    var blocks: [(JSONValue.Member, ValueType?)] = []
    var leftOut = 0
    for member in members where !hidden.contains(member.name) || indent > 4 {
      let known = schema?[member.name]
      if knownOnly, schema != nil, known == nil { continue }
      shown += 1
      if shown > Self.memberLimit {
        leftOut += 1
        continue
      }
      let label = MemberWords.words(member.name)
      let ownWords = isServerAnswer ? ServerAnswerWords.words(member.name, member.value, words) : nil
      if let scalar = ownWords ?? words.words(member.value, known?.type, in: value) {
        fields.append(PrettyText.Field(label: label, value: scalar.value, remark: scalar.remark))
      } else if let list = scalars(member.value, known?.type) {
        fields.append(PrettyText.Field(label: label, value: list))
      } else {
        blocks.append((member, known?.type))
      }
    }
    text.fields(fields, indent: indent)
    for (member, type) in blocks { block(member, type, indent: indent, knownOnly: knownOnly) }
    if leftOut > 0 { text.line("… and \(leftOut) more; --format json shows all", indent: indent) }
  }

  private mutating func block(_ member: JSONValue.Member, _ type: ValueType?, indent: Int, knownOnly: Bool) {
    let label = MemberWords.words(member.name)
    // Deep structures stay inside the line: beyond this the indent does not grow.
    let inner = min(indent + 2, 24)
    switch (member.value, type) {
    case (.object, .object(let schema)?):
      text.line(label, indent: indent)
      object(member.value, schema, indent: inner, knownOnly: knownOnly)
    case (.array(let elements), let type):
      var elementType: ValueType?
      if case .array(let inside)? = type { elementType = inside }
      for (index, element) in elements.enumerated() {
        if shown > Self.memberLimit {
          text.line("… and \(elements.count - index) more \(label); --format json shows all", indent: indent)
          return
        }
        shown += 1
        block(
          JSONValue.Member(name: "\(member.name)[\(index)]", value: element), elementType, indent: indent,
          knownOnly: knownOnly)
      }
    case (.object, _):
      text.line(label, indent: indent)
      object(member.value, nil, indent: inner, knownOnly: knownOnly)
    default:
      if let scalar = words.words(member.value, type, in: member.value) {
        text.fields([PrettyText.Field(label: label, value: scalar.value, remark: scalar.remark)], indent: indent)
      }
    }
  }

  /// A short array of scalars on one line.
  private func scalars(_ value: JSONValue, _ type: ValueType?) -> String? {
    guard case .array(let elements) = value else { return nil }
    if elements.isEmpty { return "none" }
    var elementType: ValueType?
    if case .array(let inside)? = type { elementType = inside }
    if case .signed? = elementType { return "\(elements.count) signed, see below" }
    var parts: [String] = []
    for element in elements.prefix(100) {
      guard let scalar = words.words(element, elementType, in: value) else { return nil }
      parts.append(scalar.value)
    }
    if elements.count > 100 { parts.append("… \(elements.count) in all") }
    return parts.joined(separator: ", ")
  }
}
