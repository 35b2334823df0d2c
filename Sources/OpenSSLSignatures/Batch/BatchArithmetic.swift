// SPDX-License-Identifier: MIT

#if OpenSSL
  internal import COpenSSL

  /// ECDSA verification (SEC 1 §4.1.4) taken apart, so that many signatures share the one costly inversion and each
  /// point is compared without another.
  ///
  ///     w = s⁻¹ mod n        all of a run together: Montgomery's trick, one inversion and three products each
  ///     u1 = e·w, u2 = r·w
  ///     R = u1·G + u2·Q      R at infinity: invalid
  ///     x(R) mod n = r       as X = r·Z² mod p, and for r < p − n also X = (r + n)·Z² mod p
  ///
  /// One of these belongs to one batch and so to one thread; its numbers and points are its own.
  @safe
  final class BatchArithmetic {
    /// Signatures at most that share an inversion: 13 µs over 64 is little, and to make 64 sets of numbers takes little time.
    static let runLength = 64

    private let numbers: NumberPool
    private let context: OpaquePointer
    private let modulusN: OpaquePointer
    private let modulusP: OpaquePointer
    private let order: OpaquePointer
    private let addend: OpaquePointer
    private let inverse: OpaquePointer
    private let weight: OpaquePointer
    private let x: OpaquePointer
    private let y: OpaquePointer
    private let z: OpaquePointer
    private let squared: OpaquePointer
    private let product: OpaquePointer
    private let shifted: OpaquePointer
    private let lines: [Line]

    /// The numbers of one signature. `first` is e and then u1, `second` is s and then u2, `running` the product of all s up to
    /// this one, `sum` is u1·G and then R.
    @safe
    private struct Line {
      let first: OpaquePointer
      let second: OpaquePointer
      let r: OpaquePointer
      let running: OpaquePointer
      let sum: OpaquePointer
    }

    /// nil if libcrypto has no memory.
    init?() {
      guard let numbers = NumberPool(),
        let group = unsafe EC_GROUP_new_by_curve_name(NID_X9_62_prime256v1)
      else { return nil }
      defer { unsafe EC_GROUP_free(group) }
      guard let order = unsafe EC_GROUP_get0_order(group), let field = unsafe EC_GROUP_get0_field(group),
        let modulusN = unsafe numbers.montgomery(order), let modulusP = unsafe numbers.montgomery(field),
        let addend = unsafe numbers.point(group),
        let ownOrder = unsafe numbers.number(), unsafe BN_copy(ownOrder, order) != nil,
        let inverse = unsafe numbers.number(), let weight = unsafe numbers.number(),
        let x = unsafe numbers.number(), let y = unsafe numbers.number(), let z = unsafe numbers.number(),
        let squared = unsafe numbers.number(), let product = unsafe numbers.number(),
        let shifted = unsafe numbers.number()
      else { return nil }
      var lines: [Line] = []
      for _ in 0..<Self.runLength {
        guard let first = unsafe numbers.number(), let second = unsafe numbers.number(),
          let r = unsafe numbers.number(), let running = unsafe numbers.number(),
          let sum = unsafe numbers.point(group)
        else { return nil }
        lines.append(unsafe Line(first: first, second: second, r: r, running: running, sum: sum))
      }
      self.numbers = numbers
      self.lines = lines
      unsafe context = unsafe numbers.context
      unsafe self.modulusN = unsafe modulusN
      unsafe self.modulusP = unsafe modulusP
      unsafe self.order = unsafe ownOrder
      unsafe self.addend = unsafe addend
      unsafe self.inverse = unsafe inverse
      unsafe self.weight = unsafe weight
      unsafe self.x = unsafe x
      unsafe self.y = unsafe y
      unsafe self.z = unsafe z
      unsafe self.squared = unsafe squared
      unsafe self.product = unsafe product
      unsafe self.shifted = unsafe shifted
    }

    /// Takes one run of signatures and works out u1 and u2 of each.
    ///
    /// - Parameter input: for each signature 96 bytes: digest, r, s; r and s in 1…n−1, since one zero would turn
    ///   the product of all into zero.
    /// - Returns: false if libcrypto failed; nothing is known then.
    func load(_ input: UnsafeBufferPointer<UInt8>) -> Bool {
      let count = input.count / 96
      guard count > 0, count <= lines.count, let base = input.baseAddress else { return false }
      for index in 0..<count {
        let line = lines[index]
        let start = unsafe base + index * 96
        // SAFETY: 96 bytes belong to each index below count.
        guard unsafe BN_bin2bn(start, 32, line.first) != nil,
          unsafe BN_bin2bn(start + 32, 32, line.r) != nil,
          unsafe BN_bin2bn(start + 64, 32, line.second) != nil
        else { return false }
        // A digest is below 2²⁵⁶ < 2n, so one subtraction reduces it.
        if unsafe BN_cmp(line.first, order) >= 0 {
          guard unsafe BN_sub(line.first, line.first, order) == 1 else { return false }
        }
        if index == 0 {
          guard unsafe BN_copy(line.running, line.second) != nil else { return false }
        } else {
          guard unsafe multiplyModN(line.running, lines[index - 1].running, line.second) else { return false }
        }
      }
      // A Montgomery product divides by R: after k of them the product of k + 1 numbers lacks Rᵏ, its inverse has Rᵏ too many,
      // and each product on the way back takes one off. What to_montgomery adds here is left with every weight.
      guard unsafe BN_mod_inverse(inverse, lines[count - 1].running, order, context) != nil,
        unsafe BN_to_montgomery(inverse, inverse, modulusN, context) == 1
      else { return false }
      for index in stride(from: count - 1, through: 0, by: -1) {
        let line = lines[index]
        if index == 0 {
          guard unsafe BN_copy(weight, inverse) != nil else { return false }
        } else {
          guard unsafe multiplyModN(weight, inverse, lines[index - 1].running),
            unsafe multiplyModN(inverse, inverse, line.second)
          else { return false }
        }
        // e and r are plain, the weight carries R: the products come out plain.
        guard unsafe multiplyModN(line.first, line.first, weight),
          unsafe multiplyModN(line.second, line.r, weight)
        else { return false }
      }
      return true
    }

    /// Works out u1·G of signature `index`, for a key with a table: of all its signatures before `fits` is asked for the
    /// first. A multiplication reads all 150 KB of its table, and two tables taken in turns push each other out of the
    /// nearest cache.
    ///
    /// - Returns: false if libcrypto failed.
    func multiplyGenerator(_ index: Int, group: OpaquePointer) -> Bool {
      unsafe EC_POINT_mul(group, lines[index].sum, lines[index].first, nil, nil, context) == 1
    }

    /// Whether signature `index` of the loaded run fits the key; nil if libcrypto failed.
    ///
    /// - Parameters:
    ///   - group: the curve's own group.
    ///   - point: the key.
    ///   - table: the key's table, if it has one; ``multiplyGenerator(_:group:)`` has been called then.
    ///   - rIsSmall: r < p − n, so that r + n is a candidate too.
    func fits(
      _ index: Int, group: OpaquePointer, point: OpaquePointer, table: KeyTable?, rIsSmall: Bool
    ) -> Bool? {
      let line = lines[index]
      if let table {
        guard unsafe EC_POINT_mul(table.group, addend, line.second, nil, nil, context) == 1,
          unsafe EC_POINT_add(group, line.sum, line.sum, addend, context) == 1
        else { return nil }
      } else {
        guard unsafe EC_POINT_mul(group, line.sum, line.first, point, line.second, context) == 1 else { return nil }
      }
      // At infinity X and Z are 0, and 0 = r·0 would hold for every r.
      if unsafe EC_POINT_is_at_infinity(group, line.sum) == 1 { return false }
      guard unsafe storejws_EC_POINT_get_Jprojective_coordinates(group, line.sum, x, y, z, context) == 1,
        unsafe BN_to_montgomery(z, z, modulusP, context) == 1,
        unsafe BN_mod_mul_montgomery(squared, z, z, modulusP, context) == 1,
        unsafe BN_mod_mul_montgomery(product, line.r, squared, modulusP, context) == 1
      else { return nil }
      if unsafe BN_cmp(product, x) == 0 { return true }
      guard rIsSmall else { return false }
      guard unsafe BN_add(shifted, line.r, order) == 1,
        unsafe BN_mod_mul_montgomery(product, shifted, squared, modulusP, context) == 1
      else { return nil }
      return unsafe BN_cmp(product, x) == 0
    }

    @inline(__always)
    private func multiplyModN(_ result: OpaquePointer, _ left: OpaquePointer, _ right: OpaquePointer) -> Bool {
      unsafe BN_mod_mul_montgomery(result, left, right, modulusN, context) == 1
    }
  }

  /// Owns what ``BatchArithmetic`` computes with, so that a half-made one frees what it had.
  @safe
  private final class NumberPool {
    let context: OpaquePointer
    private var numbers: [OpaquePointer] = unsafe []
    private var moduli: [OpaquePointer] = unsafe []
    private var points: [OpaquePointer] = unsafe []

    init?() {
      guard let context = unsafe BN_CTX_new() else { return nil }
      unsafe self.context = unsafe context
    }

    deinit {
      while let point = unsafe points.popLast() { unsafe EC_POINT_free(point) }
      while let modulus = unsafe moduli.popLast() { unsafe BN_MONT_CTX_free(modulus) }
      while let number = unsafe numbers.popLast() { unsafe BN_free(number) }
      unsafe BN_CTX_free(context)
    }

    func number() -> OpaquePointer? {
      guard let number = unsafe BN_new() else { return nil }
      unsafe numbers.append(number)
      return unsafe number
    }

    func point(_ group: OpaquePointer) -> OpaquePointer? {
      guard let point = unsafe EC_POINT_new(group) else { return nil }
      unsafe points.append(point)
      return unsafe point
    }

    func montgomery(_ modulus: OpaquePointer) -> OpaquePointer? {
      guard let made = unsafe BN_MONT_CTX_new() else { return nil }
      unsafe moduli.append(made)
      guard unsafe BN_MONT_CTX_set(made, modulus, context) == 1 else { return nil }
      return unsafe made
    }
  }
#endif
