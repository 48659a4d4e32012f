// TlsMaterial: the certificates and the key of a TlsConfig as OpenSSL's objects. TlsFiles: a TlsConfig that is kept up
// to date with its files.
#pragma once

#include <chrono>
#include <functional>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "kube/config/config.h"
#include "kube/tls/openssl_ptr.h"
#include "schema/base/result.h"

namespace structural::kube {

// All connections share one TlsMaterial. Immutable and thread-safe after ReadTlsMaterial.
struct TlsMaterial {
  StorePtr authorities;        // never null
  X509Ptr client_certificate;  // null without a client certificate
  std::vector<X509Ptr> client_chain;
  KeyPtr client_key;
};

// Converts the PEM texts of the config. If ca_pem is empty, uses the system's authorities. kInvalidInput: a text is not
// PEM, or the key is encrypted or belongs to another certificate.
base::Result<TlsMaterial> ReadTlsMaterial(const TlsConfig& config);

// Returns kInvalidInput if the certificate and the key cannot be used as a client certificate.
base::Status CheckClientCertificate(const std::string& cert_pem, const std::string& key_pem);

// Prevents OpenSSL from loading the system's authorities for every connection: sets the environment variables
// SSL_CERT_FILE and SSL_CERT_DIR to paths that do not exist, and stores their former values. Must be called before
// other threads exist, because it changes the environment.
void DisableDefaultAuthorities();

// Returns the variables that DisableDefaultAuthorities has changed, with their former values; a variable that was not
// set has an empty value. Returns an empty list if DisableDefaultAuthorities was not called.
std::vector<std::pair<std::string, std::string>> OriginalAuthorityVariables();

// Reads the system's authorities from the paths that SSL_CERT_FILE and SSL_CERT_DIR had at the start of the process. If
// neither was set, from the usual paths of OpenSSL and distributions. The store is empty if no authority was found.
StorePtr SystemAuthorities();

// TlsFiles: a TlsConfig that is kept up to date with its files. Thread-safe.
class TlsFiles {
 public:
  using Clock = std::chrono::steady_clock;

  explicit TlsFiles(TlsConfig config, std::function<Clock::time_point()> now = &Clock::now);

  // Returns the config. If the last read of the files is more than ten seconds ago, reads them again. If a file is
  // missing or empty then, its last content stays, because the file is probably being replaced.
  TlsConfig Get();

  // Reads the files now, and returns the config.
  TlsConfig GetNow();

 private:
  void ReadFiles();

  std::mutex mutex_;
  TlsConfig config_;
  const std::function<Clock::time_point()> now_;
  Clock::time_point read_at_;
};

}  // namespace structural::kube
