// SPDX-License-Identifier: MIT
#if OpenSSL
  extension ChainSuite {
    /// Version, serial number and encoding (RFC 5280 §4.1, X.690 §10).
    static func addEncodings(to chains: inout ChainCollection) throws(MintingError) {
      let places: [(name: String, path: WritableKeyPath<ChainPlan, CertificateTemplate>)] = [
        ("leaf", \.leaf), ("intermediate", \.intermediate),
      ]
      let serials: [(name: String, octets: [UInt8])] = [
        ("Zero", [0]), ("Negative", [0x80, 1]), ("OfTwentyOneOctets", [UInt8](repeating: 0x11, count: 21)),
        ("NotMinimal", [0, 0x11]), ("OfNoOctets", []),
      ]
      let faults: [(name: String, fault: CertificateTemplate.EncodingFault, remark: String)] = [
        ("PaddedLength", .paddedLength, "the outermost length has an octet too many"),
        ("PaddedLengthInside", .paddedLengthInside, "the length of the signed part has an octet too many"),
        ("IndefiniteLength", .indefiniteLength, "the outermost length is indefinite"),
        ("TrailingOctet", .trailing([0]), "an octet follows the certificate"),
        ("Truncated", .truncated(300), "it ends after 300 octets"),
      ]
      for (name, path) in places {
        for version in [1, 2, 4] {
          try chains.add(
            .refused, "\(name)Version\(version)", "the \(name) has extensions, but says version \(version)"
          ) {
            plan throws(MintingError) in plan[keyPath: path].version = version
          }
        }
        for (serial, octets) in serials {
          try chains.add(.refused, "\(name)Serial\(serial)", "the serial number's octets are \(octets)") {
            plan throws(MintingError) in plan[keyPath: path].serialNumber = octets
          }
        }
        for (suffix, fault, remark) in faults {
          try chains.add(.refused, "\(name)\(suffix)", remark) {
            plan throws(MintingError) in plan[keyPath: path].encodingFault = fault
          }
        }
      }
    }

    /// The leaf's key is P-256, named, as an uncompressed point on the curve (RFC 5480 §2).
    static func addKeys(to chains: inout ChainCollection) throws(MintingError) {
      let rsaKey = chains.rsaKey
      try chains.add(.refused, "leafKeyRSA", "the leaf has an RSA key") { plan throws(MintingError) in
        try plan.setLeafKey(rsaKey)
      }
      try chains.add(.refused, "leafKeyP384", "the leaf has a P-384 key") { plan throws(MintingError) in
        try plan.setLeafKey(TestKey(.p384, seed: plan.seed, label: "leaf"))
      }
      for form in TestKey.PublicKeyForm.allCases where form != .named {
        let name = form.rawValue.prefix(1).uppercased() + form.rawValue.dropFirst()
        try chains.add(.refused, "leafKey\(name)", "the leaf's key is written in another form: \(form.rawValue)") {
          plan throws(MintingError) in plan.leaf.publicKeyInfo = try plan.leafKey.publicKeyInfo(form: form)
        }
      }
    }
  }
#endif
