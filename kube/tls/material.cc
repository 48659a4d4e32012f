#include "kube/tls/material.h"

#include <cstdlib>
#include <filesystem>

#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/x509_vfy.h>
#include <openssl/x509v3.h>

#include "kube/config/read_file.h"
#include "kube/config/secrets.h"

namespace structural::kube {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;

Error InvalidInput(const std::string& what) { return {ErrorCode::kInvalidInput, what}; }

BioPtr Reader(const std::string& pem) { return BioPtr(BIO_new_mem_buf(pem.data(), static_cast<int>(pem.size()))); }

// OpenSSL calls this for an encrypted key. Makes OpenSSL fail instead of asking for a password on the terminal.
int NoPassphrase(char*, int, int, void*) { return -1; }

Result<std::vector<X509Ptr>> ReadCertificates(const std::string& pem, const std::string& what) {
  std::vector<X509Ptr> certificates;
  const BioPtr reader = Reader(pem);
  while (X509* certificate = PEM_read_bio_X509(reader.get(), nullptr, NoPassphrase, nullptr)) {
    certificates.emplace_back(certificate);
  }
  const int reason = ERR_GET_REASON(ERR_peek_last_error());
  ERR_clear_error();
  if (certificates.empty()) return InvalidInput(what + ": contains no PEM certificate");
  if (reason != PEM_R_NO_START_LINE) {
    return InvalidInput(what + ": certificate " + std::to_string(certificates.size() + 1) + " is invalid");
  }
  return certificates;
}

base::Status ReadAuthorities(const TlsConfig& config, TlsMaterial* material) {
  if (config.ca_pem.empty()) {
    material->authorities = SystemAuthorities();
    return base::Ok();
  }
  Result<std::vector<X509Ptr>> certificates = ReadCertificates(config.ca_pem, "CA");
  if (!certificates.ok()) return certificates.error();
  material->authorities.reset(X509_STORE_new());
  for (const X509Ptr& certificate : *certificates) {
    // Makes OpenSSL cache the certificate's extensions now; otherwise several threads would do so at once.
    X509_check_purpose(certificate.get(), -1, 0);
    X509_STORE_add_cert(material->authorities.get(), certificate.get());
  }
  // Trusts every certificate in ca_pem as an authority, also an intermediate one or the server's own.
  X509_STORE_set_flags(material->authorities.get(), X509_V_FLAG_PARTIAL_CHAIN);
  return base::Ok();
}

base::Status ReadClientKey(const TlsConfig& config, TlsMaterial* material) {
  Result<std::vector<X509Ptr>> chain = ReadCertificates(config.client_cert_pem, "client certificate");
  if (!chain.ok()) return chain.error();
  material->client_certificate = std::move(chain->front());
  chain->erase(chain->begin());
  material->client_chain = std::move(*chain);
  material->client_key.reset(
      PEM_read_bio_PrivateKey(Reader(config.client_key_pem).get(), nullptr, NoPassphrase, nullptr));
  ERR_clear_error();
  if (material->client_key == nullptr) {
    const bool encrypted = config.client_key_pem.find("ENCRYPTED") != std::string::npos;
    return InvalidInput(encrypted ? "client key: is encrypted, which is not supported"
                                  : "client key: contains no PEM private key");
  }
  if (X509_check_private_key(material->client_certificate.get(), material->client_key.get()) != 1) {
    ERR_clear_error();
    return InvalidInput("client key: does not belong to the client certificate");
  }
  return base::Ok();
}

struct Places {
  std::string file = {};
  std::string folder = {};
  bool taken = false;
};

Places& GivenByEnvironment() {
  static Places places;
  return places;
}

std::string Take(const char* name, const char* replacement) {
  const char* value = std::getenv(name);
  std::string given = value == nullptr ? "" : value;
  ::setenv(name, replacement, 1);
  return given;
}

// Adds the certificates in a file. Returns false for a file that is not regular, because OpenSSL would read a device
// without end, and block on a FIFO.
bool AddFile(X509_STORE* store, const std::string& path) {
  std::error_code error;
  return std::filesystem::is_regular_file(path, error) && X509_STORE_load_file(store, path.c_str()) == 1;
}

}  // namespace

Result<TlsMaterial> ReadTlsMaterial(const TlsConfig& config) {
  TlsMaterial material;
  const base::Status authorities = ReadAuthorities(config, &material);
  if (!authorities.ok()) return authorities.error();
  if (config.client_cert_pem.empty() && config.client_key_pem.empty()) return material;
  const base::Status key = ReadClientKey(config, &material);
  if (!key.ok()) return key.error();
  return material;
}

base::Status CheckClientCertificate(const std::string& cert_pem, const std::string& key_pem) {
  TlsMaterial unused;
  return ReadClientKey({.client_cert_pem = cert_pem, .client_key_pem = key_pem}, &unused);
}

void DisableDefaultAuthorities() {
  GivenByEnvironment() = {Take(X509_get_default_cert_file_env(), "/dev/null"),
                          Take(X509_get_default_cert_dir_env(), "/nonexistent"), true};
}

std::vector<std::pair<std::string, std::string>> OriginalAuthorityVariables() {
  const Places& given = GivenByEnvironment();
  if (!given.taken) return {};
  return {{X509_get_default_cert_file_env(), given.file}, {X509_get_default_cert_dir_env(), given.folder}};
}

StorePtr SystemAuthorities() {
  StorePtr store(X509_STORE_new());
  const Places& given = GivenByEnvironment();
  if (!given.file.empty() || !given.folder.empty()) {
    if (!given.file.empty()) AddFile(store.get(), given.file);
    if (!given.folder.empty()) X509_STORE_load_path(store.get(), given.folder.c_str());
  } else {
    X509_STORE_load_path(store.get(), X509_get_default_cert_dir());
    for (const char* file : {X509_get_default_cert_file(), "/etc/ssl/certs/ca-certificates.crt",
                             "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/cert.pem"}) {
      if (AddFile(store.get(), file)) break;
    }
  }
  ERR_clear_error();
  return store;
}

namespace {

constexpr std::chrono::seconds kReadAgainAfter{10};

void ReadInto(const std::string& file, std::string* text) {
  if (file.empty()) return;
  // Does not wait, because a pipe can be read only once, and was read at the start.
  base::Result<std::string> bytes = ReadSmallFile(file, {.max = std::chrono::milliseconds(0)});
  if (bytes.ok() && !bytes->empty()) *text = std::move(*bytes);
}

}  // namespace

TlsFiles::TlsFiles(TlsConfig config, std::function<Clock::time_point()> now)
    : config_(std::move(config)), now_(std::move(now)), read_at_(now_()) {
  Secrets::OfProcess().AddKey(config_.client_key_pem);
}

void TlsFiles::ReadFiles() {
  read_at_ = now_();
  ReadInto(config_.ca_file, &config_.ca_pem);
  ReadInto(config_.client_cert_file, &config_.client_cert_pem);
  ReadInto(config_.client_key_file, &config_.client_key_pem);
  Secrets::OfProcess().AddKey(config_.client_key_pem);
}

TlsConfig TlsFiles::Get() {
  const std::lock_guard lock(mutex_);
  if (now_() - read_at_ >= kReadAgainAfter) ReadFiles();
  return config_;
}

TlsConfig TlsFiles::GetNow() {
  const std::lock_guard lock(mutex_);
  ReadFiles();
  return config_;
}

}  // namespace structural::kube
