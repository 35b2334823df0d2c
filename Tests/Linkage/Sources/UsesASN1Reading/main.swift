// SPDX-License-Identifier: MIT
import ASN1Reading

let octets: [UInt8] = [0x30, 0x03, 0x02, 0x01, 0x2A]
var reader = try ASN1Reader(octets.span, limits: .certificate)
_ = try reader.enter(try reader.next(.sequence))
print(try reader.int64(try reader.next(.integer)))
do {
  print(try CertificateSummary(der: octets))
} catch {
  print(error)
}
