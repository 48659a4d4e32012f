// Credentials: what a request authenticates with, and where the next one's come from.
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
  std::string authorization = {};  // the header's value; empty: none is sent
  // A client certificate that came with them; empty: the config's own.
  std::string client_cert_pem = {};
  std::string client_key_pem = {};
};

// Adds what is secret of them to Secrets::OfProcess. To be called before they are sent.
void KeepSecret(const Credentials& credentials);

// Thread-safe.
class CredentialSource {
 public:
  virtual ~CredentialSource() = default;

  // For the next request. May wait for a program that gets them, until the token fires.
  virtual base::Result<Credentials> Get(std::stop_token stop) = 0;

  // The server answered these with 401. True: the next Get gives others, or will try to.
  virtual bool Refuse(const Credentials& credentials) = 0;
};

// The one that the config asks for.
std::unique_ptr<CredentialSource> NewCredentialSource(const ClientConfig& config);

// BearerToken: the token of a ClientConfig, kept fresh from its file.

// Whether a token can be sent: visible ASCII without spaces.
bool IsHeaderText(const std::string& text);

// Thread-safe.
class BearerToken {
 public:
  using Clock = std::chrono::steady_clock;

  explicit BearerToken(const ClientConfig& config,
                       std::function<Clock::time_point()> now = &Clock::now)
      : file_(config.token_file), token_(config.token), now_(std::move(now)) {}

  // The token, empty when there is none. A file is read again when the last reading is 50 seconds
  // old; when that fails the last token stays in use, as it may still be valid. The first token may
  // come through a pipe: it is waited for, until `stop` fires.
  // kInvalidInput: there never was one, or it holds bytes that no header may have.
  // Upstream: transport/token_source.go cachingTokenSource (client-go 0.37)
  base::Result<std::string> Get(std::stop_token stop = {});

  // The same, with the file as it is now: the server answered the last token with 401.
  base::Result<std::string> GetAfterRefusal();

 private:
  void ReadFile(std::stop_token stop);

  const std::string file_;
  std::mutex mutex_;
  std::string token_;
  std::string failure_;  // why the file could not be read, empty when it was
  Clock::time_point read_at_ = Clock::time_point::min();
  const std::function<Clock::time_point()> now_;
};

// The headers that say whom a request acts as.
// Name and value, in the order to send them; a name may come several times. Keys of `extra` are
// escaped as Go does, so that any key can be a header's name. Empty when nobody is impersonated.
// kInvalidInput: a value that no header can carry.
// Upstream: transport/round_trippers.go impersonatingRoundTripper, headerKeyEscape (client-go 0.37)
base::Result<std::vector<std::pair<std::string, std::string>>> ImpersonationHeaders(
    const Impersonation& as);

}  // namespace structural::kube
