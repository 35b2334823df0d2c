// SPDX-License-Identifier: MIT

internal import StoreJWS
internal import StrictJSON

/// Reads documents that have no signature of their own into records.
enum ContainerReader {
  /// Reads `json`, which is well-formed, as the record's kind; the payload is shown even where a member is not as it
  /// should be, because nothing of it is believed anyway.
  ///
  /// - Returns: the fault, if the document breaks the rules of its kind.
  static func read(_ json: [UInt8], into record: inout Record) -> JSONError? {
    record.payload = PayloadBytes(json)
    switch record.kind {
    case .apiResponse:
      guard let type = BodyKind.detect(json: json.span).kind.type else { return nil }
      record.schema = type.schema
      record.unknownMembers = UnknownMembers.paths(in: json.span, schema: type.schema)
      do throws(JSONError) {
        _ = try type.init(json: json)
        return nil
      } catch {
        return error
      }
    case .notificationV1:
      record.notes.append(
        "version 1 notifications are not signed, and end; choose version 2 in App Store Connect to get signed ones")
    default: break
    }
    return nil
  }
}
