// SPDX-License-Identifier: MIT
#if OpenSSL
  extension ChainSuite {
    /// Validity is inclusive at both ends (RFC 5280 §4.1.2.5), for each of the three.
    static func addTimes(to chains: inout ChainCollection) throws(MintingError) {
      let moment = ChainCollection.usualMoment
      let places: [(name: String, path: WritableKeyPath<ChainPlan, CertificateTemplate>)] = [
        ("leaf", \.leaf), ("intermediate", \.intermediate), ("root", \.root),
      ]
      for (name, path) in places {
        try chains.add(.accepted, "\(name)InItsFirstSecond", "the \(name) begins at the moment of judgement") {
          plan throws(MintingError) in plan[keyPath: path].notBefore = moment
        }
        try chains.add(.accepted, "\(name)InItsLastSecond", "the \(name) ends at the moment of judgement") {
          plan throws(MintingError) in plan[keyPath: path].notAfter = moment
        }
        try chains.add(.refused, "\(name)NotYetValid", "the \(name) begins a second later") {
          plan throws(MintingError) in plan[keyPath: path].notBefore = moment + 1
        }
        try chains.add(.refused, "\(name)Expired", "the \(name) ended a second before") {
          plan throws(MintingError) in plan[keyPath: path].notAfter = moment - 1
        }
      }
      try chains.add(.accepted, "leafEndsAfter2049", "the end is a GeneralizedTime, as RFC 5280 wants from 2050 on") {
        plan throws(MintingError) in plan.leaf.notAfter = 2_600_000_000
      }
      try chains.add(.refused, "leafValidityInverted", "the leaf ends before it begins") {
        plan throws(MintingError) in
        plan.leaf.notBefore = moment + 1000
        plan.leaf.notAfter = moment - 1000
      }
    }
  }
#endif
