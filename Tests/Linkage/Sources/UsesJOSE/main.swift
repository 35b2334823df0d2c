// SPDX-License-Identifier: MIT
import JOSE

let token = try CompactJWS("eyJhbGciOiJFUzI1NiJ9.e30.AAAA")
print(token.header.algorithm?.rawValue ?? "", token.signature.count, Base64URL.encode(token.payload))
