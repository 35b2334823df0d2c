// SPDX-License-Identifier: MIT

// Every identifier that this package knows by name, its dotted form beside its content octets. A test compares them.

extension ObjectIdentifier {
  // MARK: Public keys (RFC 3279, RFC 5480)

  /// rsaEncryption (RFC 8017 §A.1): 1.2.840.113549.1.1.1.
  public static let rsaEncryption = ObjectIdentifier(known: [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x01])

  /// id-ecPublicKey (RFC 5480 §2.1.1): 1.2.840.10045.2.1.
  public static let ecPublicKey = ObjectIdentifier(known: [0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01])

  /// secp256r1, also called prime256v1 and P-256: 1.2.840.10045.3.1.7.
  public static let prime256v1 = ObjectIdentifier(known: [0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07])

  /// secp384r1, P-384: 1.3.132.0.34.
  public static let secp384r1 = ObjectIdentifier(known: [0x2B, 0x81, 0x04, 0x00, 0x22])

  /// secp521r1, P-521: 1.3.132.0.35.
  public static let secp521r1 = ObjectIdentifier(known: [0x2B, 0x81, 0x04, 0x00, 0x23])

  // MARK: Signatures (RFC 8017, RFC 5758)

  /// sha1WithRSAEncryption: 1.2.840.113549.1.1.5.
  public static let sha1WithRSA = ObjectIdentifier(known: [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x05])

  /// sha256WithRSAEncryption: 1.2.840.113549.1.1.11.
  public static let sha256WithRSA = ObjectIdentifier(known: [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x0B])

  /// sha384WithRSAEncryption: 1.2.840.113549.1.1.12.
  public static let sha384WithRSA = ObjectIdentifier(known: [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x0C])

  /// sha512WithRSAEncryption: 1.2.840.113549.1.1.13.
  public static let sha512WithRSA = ObjectIdentifier(known: [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x0D])

  /// ecdsa-with-SHA256: 1.2.840.10045.4.3.2.
  public static let ecdsaWithSHA256 = ObjectIdentifier(known: [0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x04, 0x03, 0x02])

  /// ecdsa-with-SHA384: 1.2.840.10045.4.3.3.
  public static let ecdsaWithSHA384 = ObjectIdentifier(known: [0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x04, 0x03, 0x03])

  /// ecdsa-with-SHA512: 1.2.840.10045.4.3.4.
  public static let ecdsaWithSHA512 = ObjectIdentifier(known: [0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x04, 0x03, 0x04])

  // MARK: Digests (RFC 5754)

  /// id-sha1: 1.3.14.3.2.26.
  public static let sha1 = ObjectIdentifier(known: [0x2B, 0x0E, 0x03, 0x02, 0x1A])

  /// id-sha256: 2.16.840.1.101.3.4.2.1.
  public static let sha256 = ObjectIdentifier(known: [0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x01])

  /// id-sha384: 2.16.840.1.101.3.4.2.2.
  public static let sha384 = ObjectIdentifier(known: [0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x02])

  /// id-sha512: 2.16.840.1.101.3.4.2.3.
  public static let sha512 = ObjectIdentifier(known: [0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x03])

  // MARK: CMS (RFC 5652)

  /// id-data: 1.2.840.113549.1.7.1.
  public static let cmsData = ObjectIdentifier(known: [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x01])

  /// id-signedData: 1.2.840.113549.1.7.2.
  public static let cmsSignedData = ObjectIdentifier(known: [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x02])

  /// id-contentType, a signed attribute: 1.2.840.113549.1.9.3.
  public static let contentType = ObjectIdentifier(known: [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x09, 0x03])

  /// id-messageDigest, a signed attribute: 1.2.840.113549.1.9.4.
  public static let messageDigest = ObjectIdentifier(known: [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x09, 0x04])

  /// id-signingTime, a signed attribute: 1.2.840.113549.1.9.5.
  public static let signingTime = ObjectIdentifier(known: [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x09, 0x05])

  // MARK: Certificate extensions (RFC 5280 §4.2)

  /// id-ce-subjectKeyIdentifier: 2.5.29.14.
  public static let subjectKeyIdentifier = ObjectIdentifier(known: [0x55, 0x1D, 0x0E])

  /// id-ce-keyUsage: 2.5.29.15.
  public static let keyUsage = ObjectIdentifier(known: [0x55, 0x1D, 0x0F])

  /// id-ce-basicConstraints: 2.5.29.19.
  public static let basicConstraints = ObjectIdentifier(known: [0x55, 0x1D, 0x13])

  /// id-ce-nameConstraints: 2.5.29.30.
  public static let nameConstraints = ObjectIdentifier(known: [0x55, 0x1D, 0x1E])

  /// id-ce-cRLDistributionPoints: 2.5.29.31.
  public static let cRLDistributionPoints = ObjectIdentifier(known: [0x55, 0x1D, 0x1F])

  /// id-ce-certificatePolicies: 2.5.29.32.
  public static let certificatePolicies = ObjectIdentifier(known: [0x55, 0x1D, 0x20])

  /// id-ce-authorityKeyIdentifier: 2.5.29.35.
  public static let authorityKeyIdentifier = ObjectIdentifier(known: [0x55, 0x1D, 0x23])

  /// id-ce-extKeyUsage: 2.5.29.37.
  public static let extendedKeyUsage = ObjectIdentifier(known: [0x55, 0x1D, 0x25])

  /// id-pe-authorityInfoAccess: 1.3.6.1.5.5.7.1.1.
  public static let authorityInfoAccess = ObjectIdentifier(known: [0x2B, 0x06, 0x01, 0x05, 0x05, 0x07, 0x01, 0x01])

  // MARK: Apple's marks of purpose

  /// Mac App Store receipt signing, on the leaf of app receipts, JWS and version 3 transaction receipts:
  /// 1.2.840.113635.100.6.11.1.
  public static let appleReceiptSigningLeaf = ObjectIdentifier(
    known: [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x63, 0x64, 0x06, 0x0B, 0x01])

  /// WWDR intermediate: 1.2.840.113635.100.6.2.1.
  public static let appleWorldwideDeveloperRelations = ObjectIdentifier(
    known: [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x63, 0x64, 0x06, 0x02, 0x01])

  /// iTunes Store purchase receipts, on the leaf of version 2 transaction receipts: 1.2.840.113635.100.6.5.1.
  public static let appleTransactionReceiptLeaf = ObjectIdentifier(
    known: [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x63, 0x64, 0x06, 0x05, 0x01])

  /// iTunes Store intermediate: 1.2.840.113635.100.6.2.2.
  public static let appleITunesStoreIntermediate = ObjectIdentifier(
    known: [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x63, 0x64, 0x06, 0x02, 0x02])

  // MARK: Attribute types of names (RFC 4519, RFC 2985)

  /// CN: 2.5.4.3.
  public static let commonName = ObjectIdentifier(known: [0x55, 0x04, 0x03])

  /// SN: 2.5.4.4.
  public static let surname = ObjectIdentifier(known: [0x55, 0x04, 0x04])

  /// serialNumber: 2.5.4.5.
  public static let serialNumber = ObjectIdentifier(known: [0x55, 0x04, 0x05])

  /// C: 2.5.4.6.
  public static let countryName = ObjectIdentifier(known: [0x55, 0x04, 0x06])

  /// L: 2.5.4.7.
  public static let localityName = ObjectIdentifier(known: [0x55, 0x04, 0x07])

  /// ST: 2.5.4.8.
  public static let stateOrProvinceName = ObjectIdentifier(known: [0x55, 0x04, 0x08])

  /// STREET: 2.5.4.9.
  public static let streetAddress = ObjectIdentifier(known: [0x55, 0x04, 0x09])

  /// O: 2.5.4.10.
  public static let organizationName = ObjectIdentifier(known: [0x55, 0x04, 0x0A])

  /// OU: 2.5.4.11.
  public static let organizationalUnitName = ObjectIdentifier(known: [0x55, 0x04, 0x0B])

  /// title: 2.5.4.12.
  public static let title = ObjectIdentifier(known: [0x55, 0x04, 0x0C])

  /// givenName: 2.5.4.42.
  public static let givenName = ObjectIdentifier(known: [0x55, 0x04, 0x2A])

  /// DC: 0.9.2342.19200300.100.1.25.
  public static let domainComponent = ObjectIdentifier(
    known: [0x09, 0x92, 0x26, 0x89, 0x93, 0xF2, 0x2C, 0x64, 0x01, 0x19])

  /// UID: 0.9.2342.19200300.100.1.1.
  public static let userID = ObjectIdentifier(known: [0x09, 0x92, 0x26, 0x89, 0x93, 0xF2, 0x2C, 0x64, 0x01, 0x01])

  /// emailAddress: 1.2.840.113549.1.9.1.
  public static let emailAddress = ObjectIdentifier(known: [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x09, 0x01])
}
