// Credentials: the authentication of a request, and the sources of credentials.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "kube/config/config.h"
#include "schema/base/result.h"

namespace structural::kube {

struct Credentials {
  std::string authorization = {};  // value of the header; empty: no header
  // A client certificate of the credentials; empty: that of the config.
  std::string client_cert_pem = {};
  std::string client_key_pem = {};
};

// Adds the secret parts to Secrets::OfProcess. Must be called before they are sent.
void KeepSecret(const Credentials& credentials);

// Thread-safe.
class CredentialSource {
 public:
  virtual ~CredentialSource() = default;

  // Returns the credentials for the next request. May wait for a program that provides them, until
  // a stop is requested.
  virtual base::Result<Credentials> Get(std::stop_token stop) = 0;

  // Reports that the server answered these credentials with 401. Returns true if the next Get returns other
  // credentials, or tries to.
  virtual bool Refuse(const Credentials& credentials) = 0;
};

// Returns the source that the config requires.
std::unique_ptr<CredentialSource> NewCredentialSource(const ClientConfig& config);

// Returns whether a token can be sent: visible ASCII without spaces.
bool IsHeaderText(const std::string& text);

// BearerToken: the token of a ClientConfig, kept up to date with its file. Thread-safe.
class BearerToken {
 public:
  using Clock = std::chrono::steady_clock;

  explicit BearerToken(const ClientConfig& config, std::function<Clock::time_point()> now = &Clock::now)
      : file_(config.token_file), token_(config.token), now_(std::move(now)) {}

  // Returns the token; may be empty. Reads the file again after 50 seconds. If that fails, the last
  // token stays in use, because it may still be valid. Waits for the first token if the file is a
  // pipe, until `stop` is requested. kInvalidInput: no token was ever read, or it has bytes that a
  // header must not have.
  // Upstream: transport/token_source.go cachingTokenSource (client-go 0.37)
  base::Result<std::string> Get(std::stop_token stop = {});

  // Reads the file at once, because the server has answered the last token with 401, and returns
  // the token. Otherwise like Get.
  base::Result<std::string> GetAfterRefusal();

 private:
  void ReadFile(std::stop_token stop);

  const std::string file_;
  std::mutex mutex_;
  std::string token_;
  std::string failure_;  // reason why the file could not be read; may be empty
  Clock::time_point read_at_ = Clock::time_point::min();
  const std::function<Clock::time_point()> now_;
};

// Returns the headers for impersonation: names and values, in the order to send them; a name can be
// repeated. Keys of `extra` are escaped as in Go, so that any key can be a header's name. Empty
// without impersonation. kInvalidInput: a value that a header cannot contain.
// Upstream: transport/round_trippers.go impersonatingRoundTripper, headerKeyEscape (client-go 0.37)
base::Result<std::vector<std::pair<std::string, std::string>>> ImpersonationHeaders(const Impersonation& as);

}  // namespace structural::kube
