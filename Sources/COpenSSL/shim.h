// What OpenSSLSignatures and StoreJWSTesting use of libcrypto. Macros that Swift cannot import get a
// static inline twin here, named after the macro with the prefix `storejws_`.
#ifndef STOREJWS_COPENSSL_SHIM_H
#define STOREJWS_COPENSSL_SHIM_H

// The EC table functions are deprecated in 3.0 without a replacement of equal speed.
#define OPENSSL_SUPPRESS_DEPRECATED

#include <openssl/bn.h>
#include <openssl/cms.h>
#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/ec.h>
#include <openssl/ecdsa.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/ocsp.h>
#include <openssl/params.h>
#include <openssl/pem.h>
#include <openssl/rand.h>
#include <openssl/sha.h>
#include <openssl/x509.h>
#include <openssl/x509_vfy.h>
#include <openssl/x509v3.h>

// The two calls of the fast path that a later libcrypto may leave out. 0 means that there is no table, and the
// caller stays on the plain path.
static inline int storejws_EC_GROUP_precompute_mult(EC_GROUP *group, BN_CTX *context) {
#if defined(OPENSSL_NO_DEPRECATED_3_0) || OPENSSL_VERSION_MAJOR >= 4
  (void)group;
  (void)context;
  return 0;
#else
  return EC_GROUP_precompute_mult(group, context) == 1 && EC_GROUP_have_precompute_mult(group) == 1;
#endif
}

static inline int storejws_EC_POINT_get_Jprojective_coordinates(
    const EC_GROUP *group, const EC_POINT *point, BIGNUM *x, BIGNUM *y, BIGNUM *z, BN_CTX *context) {
#if defined(OPENSSL_NO_DEPRECATED_3_0) || OPENSSL_VERSION_MAJOR >= 4
  (void)z;
  if (EC_POINT_get_affine_coordinates(group, point, x, y, context) != 1) return 0;
  return BN_one(z);
#else
  return EC_POINT_get_Jprojective_coordinates_GFp(group, point, x, y, z, context);
#endif
}

// The public key of P-256 at an uncompressed point 04‖X‖Y; NULL if that is no point of the curve.
static inline EVP_PKEY *storejws_P256_public_key(const unsigned char *point, size_t length) {
  EVP_PKEY *key = NULL;
  EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_name(NULL, "EC", NULL);
  // The parameters are only read: their type has no const.
  OSSL_PARAM parameters[] = {
      OSSL_PARAM_construct_utf8_string(OSSL_PKEY_PARAM_GROUP_NAME, (char *)"prime256v1", 0),
      OSSL_PARAM_construct_octet_string(OSSL_PKEY_PARAM_PUB_KEY, (void *)point, length),
      OSSL_PARAM_construct_end(),
  };
  if (context != NULL && EVP_PKEY_fromdata_init(context) == 1 &&
      EVP_PKEY_fromdata(context, &key, EVP_PKEY_PUBLIC_KEY, parameters) != 1) {
    EVP_PKEY_free(key);
    key = NULL;
  }
  EVP_PKEY_CTX_free(context);
  return key;
}

static inline int storejws_ERR_R_MALLOC_FAILURE(void) { return ERR_R_MALLOC_FAILURE; }

// A list of one certificate that does not own it.
static inline STACK_OF(X509) *storejws_X509_list(X509 *certificate) {
  STACK_OF(X509) *list = sk_X509_new_null();
  if (list != NULL && sk_X509_push(list, certificate) == 0) {
    sk_X509_free(list);
    return NULL;
  }
  return list;
}

static inline void storejws_X509_list_free(STACK_OF(X509) *list) { sk_X509_free(list); }

static inline int storejws_X509_list_count(const STACK_OF(X509) *list) {
  return list == NULL ? 0 : sk_X509_num(list);
}

static inline X509 *storejws_X509_list_at(const STACK_OF(X509) *list, int index) { return sk_X509_value(list, index); }

// Whether the path that was verified has three certificates, of which the first two are these very objects.
static inline int storejws_X509_STORE_CTX_is_path(const X509_STORE_CTX *context, const X509 *leaf,
                                                  const X509 *intermediate) {
  const STACK_OF(X509) *path = X509_STORE_CTX_get0_chain(context);
  return path != NULL && sk_X509_num(path) == 3 && sk_X509_value(path, 0) == leaf &&
         sk_X509_value(path, 1) == intermediate;
}

#endif
