// SPDX-License-Identifier: MIT
import StrictJSON

let document = Array(#"{"a":[1,2.50,"x"]}"#.utf8)
var reader = try JSONReader(document.span)
var writer = JSONWriter()
try writer.value(from: &reader)
print(String(decoding: writer.bytes, as: UTF8.self))
