// What OpenSSLSignatures and StoreJWSTesting use of libcrypto. Macros that Swift cannot import get a
// static inline twin here, named after the macro with the prefix `storejws_`.
#ifndef STOREJWS_COPENSSL_SHIM_H
#define STOREJWS_COPENSSL_SHIM_H

// The EC table functions are deprecated in 3.0 without a replacement of equal speed.
#define OPENSSL_SUPPRESS_DEPRECATED

#include <openssl/bn.h>
#include <openssl/crypto.h>
#include <openssl/ec.h>
#include <openssl/ecdsa.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/ocsp.h>
#include <openssl/pem.h>
#include <openssl/sha.h>
#include <openssl/x509.h>
#include <openssl/x509_vfy.h>
#include <openssl/x509v3.h>

#endif
