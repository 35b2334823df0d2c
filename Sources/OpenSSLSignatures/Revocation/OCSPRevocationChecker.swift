// SPDX-License-Identifier: MIT

#if OpenSSL
  internal import ASN1Reading
  public import JOSE
  internal import Synchronization

  /// Asks the responders that leaf and intermediate name whether they have been revoked (RFC 6960).
  ///
  /// An answer counts if it is signed by the certificate's issuer or by a responder to which the issuer's own key gave
  /// that office, if it is about this certificate, if it is fresh at the given moment, and if its nonce is ours or (as
  /// ``OCSPOptions/nonce`` says) missing. Everything else is `unavailable`: it says nothing about the certificate.
  /// Good and revoked are kept until the answer's nextUpdate; unknown and unavailable are asked anew. Tasks that ask
  /// about the same certificate at the same time share one request, which goes on if one of them is cancelled.
  ///
  /// The root is not asked about: it is trusted by its bytes.
  public final class OCSPRevocationChecker: RevocationChecker {
    private let requester: any OCSPRequester
    private let anchors: TrustAnchors
    private let options: OCSPOptions
    private let state = Mutex(State())

    private struct State {
      var kept: [[UInt8]: Kept] = [:]
      var running: [[UInt8]: Task<RevocationVerdict, Never>] = [:]
      var waitCount = 0
    }

    private struct Kept {
      var verdict: RevocationVerdict
      var fromSeconds: Int64
      var untilSeconds: Int64
    }

    /// Makes a checker.
    ///
    /// - Parameters:
    ///   - requester: carries requests to responders; `OCSPNetworking` has one.
    ///   - anchors: the trusted roots, as the chain was checked with: one of them issued the intermediate and
    ///     vouches for what its responder says.
    ///   - options: how answers are judged and kept.
    public init(
      requester: any OCSPRequester, anchors: TrustAnchors = .appStoreTokens, options: OCSPOptions = .standard
    ) {
      self.requester = requester
      self.anchors = anchors
      self.options = options
    }

    /// Asks about both at the same time. Revoked outweighs unknown, unknown outweighs unavailable.
    public func check(leaf: [UInt8], intermediate: [UInt8], nowSeconds: Int64) async -> RevocationVerdict {
      guard let leafEnd = End(leaf, "x5c[0]"), let intermediateEnd = End(intermediate, "x5c[1]") else {
        return .unavailable("a certificate cannot be read")
      }
      guard let root = issuer(of: intermediateEnd) else {
        return .unavailable("none of the trusted roots issued \(intermediateEnd.name), so nobody can be asked about it")
      }
      async let first = verdict(on: leafEnd, issuer: intermediateEnd, nowSeconds: nowSeconds)
      async let second = verdict(on: intermediateEnd, issuer: root, nowSeconds: nowSeconds)
      let verdicts = await [first, second]
      return verdicts.max { Self.weight($0) < Self.weight($1) } ?? .good
    }

    private static func weight(_ verdict: RevocationVerdict) -> Int {
      switch verdict {
      case .good: 0
      case .unavailable: 1
      case .unknown: 2
      case .revoked: 3
      }
    }

    // MARK: - Certificates

    /// One certificate, as libcrypto and as the reader know it.
    private struct End: Sendable {
      let summary: CertificateSummary
      let certificate: OwnedCertificate
      let name: String

      init?(_ der: [UInt8], _ place: String) {
        guard let summary = try? CertificateSummary(der: der), let certificate = OwnedCertificate(der: der) else {
          return nil
        }
        self.init(summary: summary, certificate: certificate, name: "\(place) (\(summary.subject.shortText))")
      }

      init(summary: CertificateSummary, certificate: OwnedCertificate, name: String) {
        self.summary = summary
        self.certificate = certificate
        self.name = name
      }
    }

    private func issuer(of intermediate: End) -> End? {
      let authority = anchors.authorities.first {
        $0.summary.subject.der == intermediate.summary.issuer.der
          && intermediate.certificate.isSigned(by: $0.store.anchor) == true
      }
      return authority.map {
        End(summary: $0.summary, certificate: $0.store.anchor, name: $0.summary.subject.shortText)
      }
    }

    // MARK: - One certificate

    private func verdict(on end: End, issuer: End, nowSeconds: Int64) async -> RevocationVerdict {
      let key = end.summary.der
      enum Step {
        case known(RevocationVerdict)
        case wait(Task<RevocationVerdict, Never>)
      }
      let step = state.withLock { state -> Step in
        if let kept = state.kept[key], kept.fromSeconds <= nowSeconds, nowSeconds <= kept.untilSeconds {
          return .known(kept.verdict)
        }
        state.waitCount += 1
        if let running = state.running[key] { return .wait(running) }
        // A task of its own: the answer is for everybody who waits, so one waiter's cancellation must not end it.
        let task = Task { await self.ask(about: end, issuer: issuer, nowSeconds: nowSeconds) }
        state.running[key] = task
        return .wait(task)
      }
      switch step {
      case .known(let verdict): return verdict
      case .wait(let task): return await task.value
      }
    }

    private func ask(about end: End, issuer: End, nowSeconds: Int64) async -> RevocationVerdict {
      let key = end.summary.der
      defer { state.withLock { state in state.running[key] = nil } }
      guard let address = OCSPAddress.find(in: end.summary) else {
        return .unavailable("\(end.name) names no OCSP responder")
      }
      guard let question = OCSPQuestion(subject: end.certificate, issuer: issuer.certificate), !question.der.isEmpty
      else { return .unavailable("the OCSP request could not be made") }
      do {
        let answer = try await send(question.der, to: address)
        let subject = OCSPAnswer.Subject(name: end.name, issuer: issuer.certificate, issuerSummary: issuer.summary)
        let status = try OCSPAnswer.judge(
          answer, question: question, subject: subject, options: options, nowSeconds: nowSeconds)
        keep(status, for: key, nowSeconds: nowSeconds)
        return status.verdict
      } catch {
        return .unavailable("\(address): \(error.reason)")
      }
    }

    private func send(_ request: [UInt8], to address: String) async throws(OCSPAnswer.Useless) -> [UInt8] {
      do {
        return try await requester.send(request: request, to: address)
      } catch {
        throw OCSPAnswer.Useless(error.reason)
      }
    }

    private func keep(_ status: OCSPAnswer.Status, for key: [UInt8], nowSeconds: Int64) {
      guard options.cacheCapacity > 0, let nextUpdate = status.nextUpdateSeconds else { return }
      if case .unknown = status.verdict { return }
      let until = min(nextUpdate, nowSeconds.clampedAdding(options.maximumCacheSeconds))
      guard until > nowSeconds else { return }
      state.withLock { state in
        if state.kept[key] == nil, state.kept.count >= options.cacheCapacity,
          let oldest = state.kept.min(by: { $0.value.untilSeconds < $1.value.untilSeconds })
        {
          state.kept[oldest.key] = nil
        }
        state.kept[key] = Kept(verdict: status.verdict, fromSeconds: nowSeconds, untilSeconds: until)
      }
    }

    /// How many answers are kept now: for tests of the bound.
    package var keptCount: Int { state.withLock { $0.kept.count } }

    /// How often somebody had to wait for a responder: for tests of sharing.
    package var waitCount: Int { state.withLock { $0.waitCount } }
  }
#endif
