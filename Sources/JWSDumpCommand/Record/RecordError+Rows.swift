// SPDX-License-Identifier: MIT

/// The faults of rows, for `--column`. What cuts rows throws them with offsets in its own storage; who asked for the cut
/// counts them in the line as received.
extension RecordError: Error {
  /// The row cannot be taken apart.
  static func malformedRow(_ message: String, offset: Int) -> RecordError {
    RecordError("malformedRow", message, offset: offset)
  }

  /// The row, or the header, has no such column.
  static func missingColumn(_ message: String, offset: Int) -> RecordError {
    RecordError("missingColumn", message, offset: offset)
  }

  /// The column is there and holds nothing.
  static func emptyColumn(offset: Int) -> RecordError {
    RecordError("emptyColumn", "the column holds nothing: expected a token", offset: offset)
  }

  /// The same fault with its offset counted from `origin`.
  func counted(from origin: Int) -> RecordError {
    var error = self
    error.offset = offset.map { $0 - origin }
    return error
  }
}
