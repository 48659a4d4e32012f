// Credentials: the credentials that authenticate a request. CredentialSource: provides them.
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
  std::string authorization = {};  // value of the header Authorization; empty: the header is not sent
  // The client certificate and its key, as PEM; empty: those of the ClientConfig are used.
  std::string client_cert_pem = {};
  std::string client_key_pem = {};
};

// Adds the token, the password and the key in the credentials to Secrets::OfProcess. Must be called before they are
// sent.
void AddSecrets(const Credentials& credentials);

// CredentialSource: provides the credentials for requests. Thread-safe.
class CredentialSource {
 public:
  virtual ~CredentialSource() = default;

  // Returns the credentials for the next request. Can wait for a program that provides them, until the program ends or
  // a stop is requested.
  virtual base::Result<Credentials> Get(std::stop_token stop) = 0;

  // Must be called after the server has answered these credentials with 401. Returns true if a retry makes sense: the
  // next Get returns other credentials, or at least tries to obtain them.
  virtual bool ReportRefusal(const Credentials& credentials) = 0;
};

// Returns the source that the config requires.
std::unique_ptr<CredentialSource> NewCredentialSource(const ClientConfig& config);

// Returns whether the text can be sent as a token in a header: it has only visible ASCII characters, and no spaces.
bool IsHeaderText(const std::string& text);

// BearerToken: the token of a ClientConfig, kept up to date with its file. Thread-safe.
class BearerToken {
 public:
  using Clock = std::chrono::steady_clock;

  explicit BearerToken(const ClientConfig& config, std::function<Clock::time_point()> now = &Clock::now)
      : file_(config.token_file), token_(config.token), now_(std::move(now)) {}

  // Returns the token; empty if the config has none. If the last read of the file is more than 50 seconds ago, reads it
  // again. If that fails, the last token stays in use, because it can still be valid. If the file is a pipe, waits for
  // the first token until `stop` is requested. kInvalidInput: no token was ever read, or the token has bytes that a
  // header must not have.
  // Upstream: transport/token_source.go cachingTokenSource (client-go 0.37)
  base::Result<std::string> Get(std::stop_token stop = {});

  // Like Get, but reads the file at once. Must be called after the server has answered the last token with 401.
  base::Result<std::string> GetAfterRefusal();

 private:
  void ReadFile(std::stop_token stop);

  const std::string file_;
  std::mutex mutex_;
  std::string token_;
  std::string failure_;  // reason why the last read of the file failed; empty if it did not fail
  Clock::time_point read_at_ = Clock::time_point::min();
  const std::function<Clock::time_point()> now_;
};

// Returns the header fields for impersonation, in the order in which they must be sent; empty without impersonation. A
// name can be repeated. Keys of `extra` are escaped as in Go, because a header's name cannot have all characters.
// kInvalidInput: a value has characters that a header cannot have.
// Upstream: transport/round_trippers.go impersonatingRoundTripper, headerKeyEscape (client-go 0.37)
base::Result<std::vector<std::pair<std::string, std::string>>> ImpersonationHeaders(const Impersonation& as);

}  // namespace structural::kube
