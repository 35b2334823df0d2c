// SPDX-License-Identifier: MIT
#if OpenSSL
  public import ObservableEntitlements
  public import StoreJWS
  public import StoreJWSTesting

  /// A simulated device as the source of an `EntitlementStore`: what StoreKit would be in an app.
  public struct DeviceSource: EvidenceSource {
    private let device: SimulatedDevice
    /// What arrives on the device without the app's doing.
    public let updates: AsyncStream<String>

    /// Makes a source of a device; its updates have one listener, which from now on is this.
    public init(_ device: SimulatedDevice) {
      self.device = device
      let (arrivals, stream) = (device.updates, AsyncStream<String>.makeStream())
      updates = stream.stream
      // The device is not kept alive by it: its end ends this.
      let forwarding = Task {
        for await update in arrivals { stream.continuation.yield(update.token) }
        stream.continuation.finish()
      }
      stream.continuation.onTermination = { _ in forwarding.cancel() }
    }

    /// The tokens of ``SimulatedDevice/currentEntitlements()``.
    ///
    /// - Throws: as there: off the network it is not known what entitles.
    public func currentEntitlements() async throws -> [String] { try device.currentEntitlements().map(\.token) }

    /// The tokens of ``SimulatedDevice/unfinished()``.
    ///
    /// - Throws: as there.
    public func unfinished() async throws -> [String] { try device.unfinished().map(\.token) }

    /// The tokens of ``SimulatedDevice/history(of:)``.
    ///
    /// - Throws: as there.
    public func history(of productID: String) async throws -> [String] {
      try device.history(of: productID).map(\.token)
    }

    /// Finishes the transaction on the device.
    ///
    /// - Throws: ``SimulationError`` `unregistered`.
    public func finish(_ transaction: Verified<SignedTransaction>) async throws {
      try device.finish(transaction.payload.transactionID ?? "")
    }

    /// Asks the simulated store, which a device off the network cannot.
    ///
    /// - Throws: ``SimulationError`` `operationUnavailable`.
    public func synchronize() async throws { _ = try device.currentEntitlements() }
  }
#endif
