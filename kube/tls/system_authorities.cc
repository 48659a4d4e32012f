#include "kube/tls/system_authorities.h"

#include <cstdlib>
#include <filesystem>
#include <string>

#include <openssl/err.h>
#include <openssl/x509_vfy.h>

namespace structural::kube {
namespace {

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

// The library reads a device without end, and waits for a FIFO.
bool AddFile(X509_STORE* store, const std::string& path) {
  std::error_code error;
  return std::filesystem::is_regular_file(path, error) &&
         X509_STORE_load_file(store, path.c_str()) == 1;
}

}  // namespace

void DivertSystemAuthorities() {
  GivenByEnvironment() = {Take(X509_get_default_cert_file_env(), "/dev/null"),
                          Take(X509_get_default_cert_dir_env(), "/nonexistent"), true};
}

std::vector<std::pair<std::string, std::string>> DivertedVariables() {
  const Places& given = GivenByEnvironment();
  if (!given.taken) return {};
  return {{X509_get_default_cert_file_env(), given.file},
          {X509_get_default_cert_dir_env(), given.folder}};
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

}  // namespace structural::kube
