#include "certs/authorities.h"

#include <algorithm>

#include <openssl/err.h>
#include <openssl/x509v3.h>

#include "certs/pem.h"

namespace structural::certs {
namespace {

bool HasSigned(X509* authority, const std::string& certificate) {
  const kube::X509Ptr signed_one = ReadCertificate(certificate);
  if (signed_one == nullptr) return false;
  const bool signer = X509_check_issued(authority, signed_one.get()) == X509_V_OK &&
                      X509_verify(signed_one.get(), X509_get0_pubkey(authority)) == 1;
  ERR_clear_error();
  return signer;
}

}  // namespace

std::vector<std::string> SplitAuthorities(const std::string& bundle) {
  std::vector<std::string> all;
  for (const auto& certificate : ReadCertificates(bundle)) {
    std::string pem = WriteCertificate(certificate.get());
    if (std::ranges::find(all, pem) == all.end()) all.push_back(std::move(pem));
  }
  return all;
}

std::string SignersOf(const std::vector<std::string>& certificates, const std::string& bundle) {
  std::string signers;
  for (const std::string& pem : SplitAuthorities(bundle)) {
    const auto authority = ReadCertificate(pem);
    const auto signs = [&](const std::string& one) { return HasSigned(authority.get(), one); };
    if (std::ranges::any_of(certificates, signs)) signers += pem;
  }
  return signers;
}

}  // namespace structural::certs
