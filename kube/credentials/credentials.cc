#include "kube/credentials/credentials.h"

#include <optional>
#include <string_view>
#include <utility>

#include "kube/config/secrets.h"
#include "kube/credentials/bearer_token.h"
#include "kube/credentials/exec_source.h"
#include "schema/go/base64.h"

namespace structural::kube {
namespace {

using base::Result;

class TokenSource : public CredentialSource {
 public:
  explicit TokenSource(const ClientConfig& config) : token_(config) {}

  Result<Credentials> Get(std::stop_token stop) override {
    Result<std::string> token = token_.Get(std::move(stop));
    if (!token.ok()) return token.error();
    return Credentials{.authorization = token->empty() ? "" : "Bearer " + *token};
  }

  bool Refuse(const Credentials& credentials) override {
    const Result<std::string> fresh = token_.GetAfterRefusal();
    return fresh.ok() && "Bearer " + *fresh != credentials.authorization;
  }

 private:
  BearerToken token_;
};

class BasicSource : public CredentialSource {
 public:
  explicit BasicSource(const ClientConfig& config)
      : authorization_("Basic " + go::EncodeBase64(config.username + ":" + config.password)) {}

  Result<Credentials> Get(std::stop_token) override {
    return Credentials{.authorization = authorization_};
  }

  bool Refuse(const Credentials&) override { return false; }

 private:
  const std::string authorization_;
};

}  // namespace

void KeepSecret(const Credentials& credentials) {
  Secrets& secrets = Secrets::OfProcess();
  secrets.AddKey(credentials.client_key_pem);
  const std::string_view authorization = credentials.authorization;
  const size_t space = authorization.find(' ');
  if (space == std::string_view::npos) return;
  const std::string_view secret = authorization.substr(space + 1);
  secrets.Add(secret);
  if (!authorization.starts_with("Basic ")) return;
  const std::optional<std::string> pair = go::DecodeBase64(secret);
  if (pair) secrets.Add(std::string_view(*pair).substr(pair->find(':') + 1));
}

std::unique_ptr<CredentialSource> NewCredentialSource(const ClientConfig& config) {
  const bool given = !config.token.empty() || !config.token_file.empty() ||
                     !config.username.empty() || !config.tls.client_cert_pem.empty();
  if (config.exec && !given) return NewExecSource(config);
  if (!config.username.empty()) return std::make_unique<BasicSource>(config);
  return std::make_unique<TokenSource>(config);
}

}  // namespace structural::kube
