// SPDX-License-Identifier: MIT

/// A store and its customers in simulated time: what they do, what falls due, and what a server would be sent of it.
///
/// ```swift
/// var store = try SubscriptionSimulator(selling: [
///   .autoRenewable("com.example.app.pro.monthly", in: "21400001")
/// ])
/// try store.addCustomer("alice")
/// try store.perform(.buy("com.example.app.pro.monthly"), by: "alice")
/// try store.perform(.setPayment(false), by: "alice")
/// try store.perform(.wait(33 * SubscriptionSimulator.day), by: "alice")
/// let told = try store.events.map { try $0.notification(signedBy: authority) }   // SUBSCRIBED, DID_FAIL_TO_RENEW
/// let truth = try store.standing(of: "com.example.app.pro.monthly", for: "alice")  // in billing retry
/// ```
///
/// A value: a copy is a checkpoint. The same seed and the same acts give the same documents, octet by octet. The store
/// keeps its own book of what is held (``standing(of:for:at:)``), for code under test to be compared with.
///
/// Each document is signed a millisecond after the one before at the earliest, as two revisions of one moment could not be
/// put in order. Where Apple's documentation leaves open what happens, the act is refused with `operationUnavailable`,
/// or ``SimulatedRules`` says which of the possible behaviours is played.
public struct SubscriptionSimulator: Sendable {
  /// Milliseconds of a day.
  public static let day: Int64 = 86_400_000
  /// The longest wait: ten years.
  public static let longestWait: Int64 = 3653 * day

  struct Customer: Sendable {
    let name: String
    let appAccountToken: String?
    let appTransactionID: String
    var paymentWorks = true
  }

  /// What is sold.
  public private(set) var catalog: SimulatedCatalog
  /// The app, the store's environment, and what Apple leaves open.
  public let rules: SimulatedRules
  /// The present, in milliseconds since 1970.
  public internal(set) var now: Int64
  /// All that was sent, in its order.
  public internal(set) var events: [SimulatedEvent] = []
  var customers: [Customer] = []
  var lineages: [SimulatedLineage] = []
  var notForSale: Set<String> = []
  private var customerPlaces: [String: Int] = [:]
  private var transactionCount: Int64 = 0
  private var random: SeededRandom

  /// Opens a store.
  ///
  /// - Parameters:
  ///   - products: what it sells.
  ///   - seed: decides ids.
  ///   - start: the present, in milliseconds since 1970: 2025-10-09T08:53:20Z unless given.
  ///   - rules: the app, and what Apple leaves open.
  /// - Throws: as ``SimulatedCatalog/init(_:)``.
  public init(
    selling products: [SimulatedProduct], seed: UInt64 = 1, start: Int64 = TestPayload.usualSignedDate,
    rules: SimulatedRules = SimulatedRules()
  ) throws(SimulationError) {
    self.init(catalog: try SimulatedCatalog(products), seed: seed, start: start, rules: rules)
  }

  /// Opens a store with a catalog; see ``init(selling:seed:start:rules:)``.
  public init(
    catalog: SimulatedCatalog, seed: UInt64 = 1, start: Int64 = TestPayload.usualSignedDate,
    rules: SimulatedRules = SimulatedRules()
  ) {
    self.catalog = catalog
    self.rules = rules
    now = start
    random = SeededRandom(seed: seed)
  }

  /// Puts another product on sale: one that is newer than the code under test, say.
  ///
  /// - Throws: `alreadyDeclared`, `blankID`.
  public mutating func addProduct(_ product: SimulatedProduct) throws(SimulationError) { try catalog.add(product) }

  /// Registers a customer.
  ///
  /// - Parameters:
  ///   - name: what the test calls the customer; it stands in no document.
  ///   - appAccountToken: `appAccountToken` of all that the customer buys; absent unless given.
  /// - Throws: `alreadyDeclared`.
  public mutating func addCustomer(_ name: String, appAccountToken: String? = nil) throws(SimulationError) {
    guard customerPlaces[name] == nil else {
      throw SimulationError(.alreadyDeclared, "customer \(name) is registered already")
    }
    customerPlaces[name] = customers.count
    customers.append(
      Customer(
        name: name, appAccountToken: appAccountToken,
        appTransactionID: String(704_000_000_000_000_001 + Int64(customers.count))))
  }

  /// Registers a customer with an `appAccountToken` that the seed decides, and returns it.
  ///
  /// - Throws: `alreadyDeclared`.
  @discardableResult
  public mutating func addCustomerWithToken(_ name: String) throws(SimulationError) -> String {
    let token = random.uuid()
    try addCustomer(name, appAccountToken: token)
    return token
  }

  /// The customers' names, in the order of their registration.
  public var customerNames: [String] { customers.map(\.name) }

  /// Does an act.
  ///
  /// - Returns: what a server is sent because of it, and because of what fell due.
  /// - Throws: why it cannot be done; nothing has changed then.
  @discardableResult
  public mutating func perform(_ act: SimulatedAct, by customer: String) throws(SimulationError) -> [SimulatedEvent] {
    let count = events.count
    let owner = try place(of: customer)
    settle(until: now)
    switch act {
    case .wait(let milliseconds): try wait(milliseconds)
    case .buy(let id, let offer, let plan): try buy(try product(id), offer, plan, owner)
    case .buyAnew(let id): try buyAnew(try product(id), owner)
    case .redeem(let offer, let id): try redeem(offer, try product(id), owner)
    case .setRenewal(let group, let isOn): try setRenewal(group, isOn, owner)
    case .setPayment(let works): setPayment(works, owner)
    case .raisePrice(let id, let price, let needsConsent): try raisePrice(try product(id), price, needsConsent)
    case .answerPriceIncrease(let group, let agrees): try answerPriceIncrease(group, agrees, owner)
    case .extendRenewal(let group, let days): try extendRenewal(group, days, owner)
    case .setForSale(let id, let isForSale): try setForSale(try product(id), isForSale)
    case .requestRefund(let id): try requestRefund(try product(id), owner)
    case .declineRefund(let id): try declineRefund(try product(id), owner)
    case .refund(let id, let back, let refund): try self.refund(try product(id), back, refund, owner)
    case .reverseRefund(let id): try reverseRefund(try product(id), owner)
    case .share(let id, let member): try share(try product(id), owner, try place(of: member))
    case .stopSharing(let id, let member): try stopSharing(try product(id), owner, try place(of: member))
    }
    settle(until: now)
    return Array(events[count...])
  }

  /// Does the acts of a list that can be done, and passes over the others.
  ///
  /// - Returns: what a server is sent.
  @discardableResult
  public mutating func performPossible(_ steps: some Sequence<SimulatedStep>) -> [SimulatedEvent] {
    let count = events.count
    for step in steps { _ = try? perform(step.act, by: step.customer) }
    return Array(events[count...])
  }

  // MARK: - Time

  /// Lets time pass, in milliseconds.
  ///
  /// - Returns: what a server is sent of what fell due.
  /// - Throws: `durationOutOfRange`.
  @discardableResult
  public mutating func advance(by milliseconds: Int64) throws(SimulationError) -> [SimulatedEvent] {
    let count = events.count
    try wait(milliseconds)
    return Array(events[count...])
  }

  private mutating func wait(_ milliseconds: Int64) throws(SimulationError) {
    guard (0...Self.longestWait).contains(milliseconds) else {
      throw SimulationError(
        .durationOutOfRange, "expected 0 to \(Self.longestWait) milliseconds, found \(milliseconds)")
    }
    settle(until: now + milliseconds)
  }

  /// Lets all happen that falls due until a moment. Afterwards nothing is due, though signing may have taken a little longer.
  mutating func settle(until target: Int64) {
    while let (index, due) = nextDue, due <= max(now, target) {
      now = max(now, due)
      fallDue(index, at: due)
    }
    now = max(now, target)
    // Signing may have reached the next moment at which something is due.
    if let due = nextDueDate, due <= now { settle(until: now) }
  }

  /// When something falls due next, in milliseconds since 1970; nil if nothing will by itself.
  public var nextDueDate: Int64? { nextDue?.due }

  private var nextDue: (index: Int, due: Int64)? {
    var next: (index: Int, due: Int64)?
    // What the family shares goes with what the payer has.
    for index in lineages.indices where lineages[index].sharedFrom == nil {
      guard let due = lineages[index].due, due < next?.due ?? .max else { continue }
      next = (index, due)
    }
    return next
  }

  /// The moment of the next signature.
  mutating func tick() -> Int64 {
    now += 1
    return now
  }

  // MARK: - Names

  func product(_ id: String) throws(SimulationError) -> SimulatedProduct {
    guard let product = catalog[id] else { throw SimulationError(.undeclared, "the store does not sell \(id)") }
    return product
  }

  func place(of customer: String) throws(SimulationError) -> Int {
    guard let place = customerPlaces[customer] else {
      throw SimulationError(.unregistered, "the store has no customer \(customer)")
    }
    return place
  }

  mutating func newTransactionID() -> String {
    transactionCount += 1
    return String(410_000_000_000_000 + transactionCount)
  }

  /// Of the newest transaction.
  var webOrderLineItemID: String { String(510_000_000_000_000 + transactionCount) }

  mutating func newUUID() -> String { random.uuid() }
}
