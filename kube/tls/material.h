// The certificates and key of a TlsConfig: kept up to date with its files, and as OpenSSL's objects.
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

// Certificates and key as OpenSSL's objects. Read once, at the start, so that an error is reported then; all connections
// share them. Immutable and thread-safe after ReadTlsMaterial.
struct TlsMaterial {
  StorePtr authorities;        // never null
  X509Ptr client_certificate;  // null without a client certificate
  std::vector<X509Ptr> client_chain;
  KeyPtr client_key;
};

// Reads the texts of the config, or the system's bundle if ca_pem is empty. kInvalidInput: a text
// is not PEM, or the key is encrypted or belongs to another certificate.
base::Result<TlsMaterial> ReadTlsMaterial(const TlsConfig& config);

// kInvalidInput: the pair cannot be used as a client certificate.
base::Status CheckClientCertificate(const std::string& cert_pem, const std::string& key_pem);

// Prevents OpenSSL from loading the system's authorities for every connection: sets SSL_CERT_FILE
// and SSL_CERT_DIR to nonexistent paths, and stores their former values. Changes the environment,
// so it must be called before other threads exist.
void DivertSystemAuthorities();

// Returns the changed variables with their former values; empty: not set. Empty list before
// DivertSystemAuthorities was called.
std::vector<std::pair<std::string, std::string>> DivertedVariables();

// Returns a store with the system's authorities: those of SSL_CERT_FILE and SSL_CERT_DIR at the
// start of the process, otherwise those at the paths of OpenSSL and distributions. Reads files; may
// be empty.
StorePtr SystemAuthorities();

// A TlsConfig, kept up to date with its files. Thread-safe.
class TlsFiles {
 public:
  using Clock = std::chrono::steady_clock;

  explicit TlsFiles(TlsConfig config, std::function<Clock::time_point()> now = &Clock::now);

  // Returns the config with the files' content of at most ten seconds ago. A missing or empty file
  // keeps its last content, because it may be about to be replaced.
  TlsConfig Get();

  // Returns the config with the current content of the files.
  TlsConfig GetNow();

 private:
  void ReadFiles();

  std::mutex mutex_;
  TlsConfig config_;
  const std::function<Clock::time_point()> now_;
  Clock::time_point read_at_;
};

}  // namespace structural::kube
