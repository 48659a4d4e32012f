#include "kube/credentials/credentials.h"

#include <string_view>
#include <utility>

#include "kube/credentials/bearer_token.h"
#include "kube/credentials/exec_source.h"
#include "schema/base/base64.h"

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
      : authorization_("Basic " + base::EncodeBase64(config.username + ":" + config.password)) {}

  Result<Credentials> Get(std::stop_token) override {
    return Credentials{.authorization = authorization_};
  }

  bool Refuse(const Credentials&) override { return false; }

 private:
  const std::string authorization_;
};

}  // namespace

void HideCredentials(const Credentials& credentials, std::string* text) {
  const size_t space = credentials.authorization.find(' ');
  if (space == std::string::npos) return;
  const std::string secret = credentials.authorization.substr(space + 1);
  if (secret.empty()) return;
  constexpr std::string_view kInstead = "[hidden]";
  for (size_t at = 0; (at = text->find(secret, at)) != std::string::npos; at += kInstead.size()) {
    text->replace(at, secret.size(), kInstead);
  }
}

std::unique_ptr<CredentialSource> NewCredentialSource(const ClientConfig& config) {
  const bool given = !config.token.empty() || !config.token_file.empty() ||
                     !config.username.empty() || !config.tls.client_cert_pem.empty();
  if (config.exec && !given) return NewExecSource(config);
  if (!config.username.empty()) return std::make_unique<BasicSource>(config);
  return std::make_unique<TokenSource>(config);
}

}  // namespace structural::kube
