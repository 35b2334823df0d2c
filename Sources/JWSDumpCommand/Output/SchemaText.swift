// SPDX-License-Identifier: MIT

internal import StoreJWS

/// Declarations of the records for other programs.
enum SchemaText {
  /// - Parameter keepsColumns: the records are those of rows.
  static func jsonSchema(keepsColumns: Bool) -> String {
    let columns =
      keepsColumns
      ? ",\n        \"columns\": {\"type\": [\"object\", \"null\"], \"description\": \"not in nested records\"}" : ""
    let kinds = RecordKind.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
    let checks = VerificationCheck.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
    return """
      {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "jwsdump record, schema version 1",
        "$ref": "#/$defs/record",
        "$defs": {
          "record": {
            "type": "object",
            "required": ["schema", "input", "line", "kind", "ok", "verification", "signer", "error", "notes", "unknownMembers", "payload", "nested"],
            "additionalProperties": false,
            "properties": {
              "schema": {"const": 1},
              "input": {"type": "string"},
              "line": {"type": ["integer", "null"], "minimum": 1},
              "path": {"type": "string", "description": "nested records only"},
              "kind": {"enum": [\(kinds)]},
              "ok": {"type": "boolean"},
              "verification": {"$ref": "#/$defs/verification"},
              "signer": {"anyOf": [{"type": "null"}, {"$ref": "#/$defs/signer"}]},
              "error": {"anyOf": [{"type": "null"}, {"$ref": "#/$defs/error"}]},
              "notes": {"type": "array", "items": {"type": "string"}},
              "unknownMembers": {"type": "array", "items": {"type": "string"}},
              "payload": {"type": ["object", "array", "null"]},
              "nested": {"type": "array", "items": {"$ref": "#/$defs/record"}}\(columns)
            }
          },
          "verification": {
            "type": "object",
            "required": ["state", "checks"],
            "additionalProperties": false,
            "properties": {
              "state": {"enum": ["verified", "failed", "notRun"]},
              "checks": {"type": "array", "minItems": 17, "maxItems": 17, "items": {"$ref": "#/$defs/check"}}
            }
          },
          "check": {
            "type": "object",
            "required": ["name", "result", "code", "message"],
            "additionalProperties": false,
            "properties": {
              "name": {"enum": [\(checks)]},
              "result": {"enum": ["passed", "failed", "notRun"]},
              "code": {"type": ["string", "null"]},
              "message": {"type": ["string", "null"]}
            }
          },
          "signer": {
            "type": "object",
            "required": ["leafSubject", "leafSerial", "leafNotBefore", "leafNotAfter", "rootSHA256", "origin"],
            "additionalProperties": false,
            "properties": {
              "leafSubject": {"type": "string"},
              "leafSerial": {"type": "string"},
              "leafNotBefore": {"type": ["string", "null"]},
              "leafNotAfter": {"type": ["string", "null"]},
              "rootSHA256": {"type": ["string", "null"]},
              "origin": {"enum": ["appStore", "xcode", "other"]}
            }
          },
          "error": {
            "type": "object",
            "required": ["code", "message", "offset", "segment", "path"],
            "additionalProperties": false,
            "properties": {
              "code": {"type": "string"},
              "message": {"type": "string"},
              "offset": {"type": ["integer", "null"], "minimum": 0},
              "segment": {"type": ["string", "null"]},
              "path": {"type": ["string", "null"]}
            }
          }
        }
      }

      """
  }
}
