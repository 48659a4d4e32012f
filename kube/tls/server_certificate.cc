#include "kube/tls/server_certificate.h"

#include <memory>
#include <string_view>

#include <openssl/x509v3.h>

#include "kube/tls/address_text.h"
#include "kube/tls/openssl_ptr.h"

namespace structural::kube {
namespace {

using NamesPtr = std::unique_ptr<GENERAL_NAMES, OpensslDelete<GENERAL_NAMES_free>>;

std::string_view Bytes(const ASN1_STRING* text) {
  return {reinterpret_cast<const char*>(ASN1_STRING_get0_data(text)),
          static_cast<size_t>(ASN1_STRING_length(text))};
}

std::string Printable(std::string_view bytes) {
  std::string text(bytes.substr(0, 253));
  for (char& c : text) {
    if (c < 0x20 || c > 0x7E) c = '?';
  }
  return text;
}

// The DNS names and addresses, at most twenty of them.
std::string AlternativeNames(X509* certificate) {
  const NamesPtr names(static_cast<GENERAL_NAMES*>(
      X509_get_ext_d2i(certificate, NID_subject_alt_name, nullptr, nullptr)));
  std::string text;
  const int count = names == nullptr ? 0 : sk_GENERAL_NAME_num(names.get());
  for (int i = 0, listed = 0; i < count; ++i) {
    const GENERAL_NAME* name = sk_GENERAL_NAME_value(names.get(), i);
    if (name->type != GEN_DNS && name->type != GEN_IPADD) continue;
    if (++listed > 20) return text + ", …";
    if (!text.empty()) text += ", ";
    text +=
        name->type == GEN_DNS ? Printable(Bytes(name->d.dNSName)) : AddressText(name->d.iPAddress);
  }
  return text;
}

std::string TimeText(const ASN1_TIME* time) {
  const BioPtr writer(BIO_new(BIO_s_mem()));
  ASN1_TIME_print_ex(writer.get(), time, ASN1_DTFLGS_ISO8601);
  char* data = nullptr;
  const long size = BIO_get_mem_data(writer.get(), &data);
  return std::string(data, static_cast<size_t>(size));
}

std::string WrongName(X509* certificate, const std::string& name) {
  const std::string names = AlternativeNames(certificate);
  if (names.empty()) return "certificate is not valid for any names, but wanted to match " + name;
  return "certificate is valid for " + names + ", not " + name;
}

std::string Words(int code, X509* certificate, const std::string& name) {
  switch (code) {
    case X509_V_ERR_HOSTNAME_MISMATCH:
    case X509_V_ERR_IP_ADDRESS_MISMATCH: return WrongName(certificate, name);
    case X509_V_ERR_CERT_HAS_EXPIRED:
      return "certificate has expired: it was valid until " +
             TimeText(X509_get0_notAfter(certificate));
    case X509_V_ERR_CERT_NOT_YET_VALID:
      return "certificate is not yet valid: it will be from " +
             TimeText(X509_get0_notBefore(certificate));
    case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT:
    case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY:
    case X509_V_ERR_UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    case X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT:
    case X509_V_ERR_SELF_SIGNED_CERT_IN_CHAIN:
    case X509_V_ERR_CERT_SIGNATURE_FAILURE: return "certificate signed by unknown authority";
    default: return std::string("certificate refused: ") + X509_verify_cert_error_string(code);
  }
}

// The library's own callback compares the certificate with the Host header; this one takes its
// place, as there has to be one.
int PassThrough(int preverified, X509_STORE_CTX*) { return preverified; }

}  // namespace

std::optional<std::string> RefuseServerCertificate(X509_STORE_CTX* context,
                                                   const std::string& name) {
  X509_STORE_CTX_set_verify_cb(context, PassThrough);
  X509_VERIFY_PARAM* wanted = X509_STORE_CTX_get0_param(context);
  if (X509_VERIFY_PARAM_set1_ip_asc(wanted, name.c_str()) != 1) {
    X509_VERIFY_PARAM_set1_host(wanted, name.c_str(), name.size());
    X509_VERIFY_PARAM_set_hostflags(
        wanted, X509_CHECK_FLAG_NEVER_CHECK_SUBJECT | X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS);
  }
  if (X509_verify_cert(context) == 1) return std::nullopt;
  const int code = X509_STORE_CTX_get_error(context);
  X509* certificate = X509_STORE_CTX_get_current_cert(context);
  if (certificate == nullptr) certificate = X509_STORE_CTX_get0_cert(context);
  if (certificate == nullptr) return "the server showed no certificate";
  return Words(code, certificate, name);
}

}  // namespace structural::kube
