// SPDX-License-Identifier: MIT
#if OpenSSL
  import OpenSSLSignatures
  import StoreJWS
  import StoreJWSTesting

  /// Notifications with both inner strings, and one transaction to compare with: all on the plain path, one at a time.
  struct NotificationCorpus {
    let notifications: [[UInt8]]
    let transactions: [[UInt8]]
    let verifier: StoreVerifier

    static func minted(count: Int) throws -> NotificationCorpus {
      let authority = try TestAuthority(seed: "benchmark")
      let signer = authority.signer()
      let payloads = BulkPayloads(seed: 7, byteCount: 900)
      var notifications: [[UInt8]] = []
      var transactions: [[UInt8]] = []
      for number in 0..<count {
        let transaction = try signer.sign(Array(payloads.payload(UInt64(number)).json.utf8))
        let renewalInfo = try signer.sign(
          Array(
            TestPayload.renewalInfo(["originalTransactionId": .text(String(410_000_000_000_000 + number - number % 12))]
            )
            .json.utf8))
        let data = TestPayload.notificationData([
          "signedTransactionInfo": .text(transaction), "signedRenewalInfo": .text(renewalInfo), "status": 1,
        ])
        let payload = TestPayload.notification("DID_RENEW", ["data": data.value])
        notifications.append(Array(try signer.sign(Array(payload.json.utf8)).utf8))
        transactions.append(Array(transaction.utf8))
      }
      let verifier = try StoreVerifier(
        policy: VerificationPolicy(bundleIDs: [TestPayload.usualBundleID], environments: [.production]),
        chainChecker: AppStoreChainChecker(anchors: try TrustAnchors(file: authority.root)),
        signatureChecker: ES256Checker())
      return NotificationCorpus(notifications: notifications, transactions: transactions, verifier: verifier)
    }

    private func measure(
      _ id: String, _ name: String, _ tokens: [[UInt8]], _ work: @escaping ([UInt8]) throws -> Void
    ) -> Measurement {
      Measurement(id: id, name: name) { tally in
        try tally.time(tokens: tokens.count, bytes: tokens.reduce(0) { $0 + $1.count }) {
          for token in tokens { try work(token) }
        }
      }
    }

    /// Typed notifications from token bytes; the strings inside stay strings.
    var decodeNotification: Measurement {
      measure(
        "decode/notification", "decode a notification from token bytes, its strings not looked into", notifications
      ) {
        blackHole(try ServerNotification(unverified: $0))
      }
    }

    /// The envelope and both strings inside it, each with its own signature.
    var verifyNotification: Measurement {
      let verifier = verifier
      return measure("verify/notification", "verify a notification and both strings inside it", notifications) {
        token in
        let event = try verifier.notification(token)
        guard event.transaction != nil, event.renewalInfo != nil else { throw BenchmarkError("a string was refused") }
      }
    }

    /// One of those transactions alone; a notification is to cost less than 3.6 of these.
    var verifyTransaction: Measurement {
      let verifier = verifier
      return measure("verify/notification/transaction", "verify one transaction of a notification", transactions) {
        blackHole(try verifier.transaction($0))
      }
    }
  }
#endif
