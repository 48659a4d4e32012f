#include <algorithm>
#include <memory>

#include <openssl/err.h>
#include <openssl/x509v3.h>

#include "kube/micro_time.h"
#include "kube/tls/openssl_ptr.h"
#include "webhook/certs/certificate.h"

namespace structural::certs {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;
using kube::X509Ptr;
using NamesPtr = std::unique_ptr<GENERAL_NAMES, kube::OpensslDelete<GENERAL_NAMES_free>>;
using ContextPtr = std::unique_ptr<X509_STORE_CTX, kube::OpensslDelete<X509_STORE_CTX_free>>;
using AddressPtr = std::unique_ptr<ASN1_OCTET_STRING, kube::OpensslDelete<ASN1_OCTET_STRING_free>>;

Error Unusable(const char* why) { return {ErrorCode::kInvalidInput, why}; }

Moment MomentOf(const ASN1_TIME* time) {
  std::tm fields{};
  ASN1_TIME_to_tm(time, &fields);
  return Moment(std::chrono::seconds(timegm(&fields)));
}

std::vector<std::string> HostsOf(X509* certificate) {
  const NamesPtr names(
      static_cast<GENERAL_NAMES*>(X509_get_ext_d2i(certificate, NID_subject_alt_name, nullptr, nullptr)));
  std::vector<std::string> hosts;
  for (int i = 0; names != nullptr && i < sk_GENERAL_NAME_num(names.get()); ++i) {
    const GENERAL_NAME* name = sk_GENERAL_NAME_value(names.get(), i);
    if (name->type == GEN_DNS) {
      hosts.push_back(Canonical({reinterpret_cast<const char*>(ASN1_STRING_get0_data(name->d.dNSName)),
                                 static_cast<std::size_t>(ASN1_STRING_length(name->d.dNSName))}));
    } else if (name->type == GEN_IPADD) {
      hosts.push_back(kube::AddressText(name->d.iPAddress));
    }
  }
  return hosts;
}

// Verifies the chain like a TLS client, except for the time.
bool Trusted(X509* certificate, const std::string& authorities) {
  const kube::StorePtr store(X509_STORE_new());
  for (const X509Ptr& authority : ReadCertificates(authorities)) {
    X509_STORE_add_cert(store.get(), authority.get());
  }
  const ContextPtr context(X509_STORE_CTX_new());
  X509_STORE_CTX_init(context.get(), store.get(), certificate, nullptr);
  X509_STORE_CTX_set_purpose(context.get(), X509_PURPOSE_SSL_SERVER);
  X509_STORE_CTX_set_flags(context.get(), X509_V_FLAG_NO_CHECK_TIME);
  const bool trusted = X509_verify_cert(context.get()) == 1;
  ERR_clear_error();
  return trusted;
}

AddressPtr Parsed(const std::string& host) {
  AddressPtr address(a2i_IPADDRESS(host.c_str()));
  ERR_clear_error();
  return address;
}

char Lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; }

}  // namespace

Result<Inspection> Inspect(const std::string& certificate, const std::string& key, const std::string& authorities) {
  const X509Ptr serving = ReadCertificate(certificate);
  if (serving == nullptr) return Unusable("it is not a certificate");
  const kube::KeyPtr own = ReadKey(key);
  if (own == nullptr) return Unusable("its key cannot be read");
  if (X509_check_private_key(serving.get(), own.get()) != 1) {
    ERR_clear_error();
    return Unusable("the key belongs to another certificate");
  }
  if (!Trusted(serving.get(), authorities)) return Unusable("none of the stored authorities has signed it");
  return Inspection{HostsOf(serving.get()), MomentOf(X509_get0_notBefore(serving.get())),
                    MomentOf(X509_get0_notAfter(serving.get()))};
}

bool IsAddress(const std::string& host) { return Parsed(host) != nullptr; }

std::string Canonical(const std::string& host) {
  if (const AddressPtr address = Parsed(host)) return kube::AddressText(address.get());
  std::string name = host;
  std::ranges::transform(name, name.begin(), Lower);
  return name;
}

std::string Text(Moment moment) {
  const std::string micro = kube::FormatMicroTime(moment);
  return micro.substr(0, micro.find('.')) + "Z";
}

}  // namespace structural::certs
