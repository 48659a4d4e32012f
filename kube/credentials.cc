#include "kube/credentials.h"

#include <utility>

#include "kube/bearer_token.h"
#include "kube/exec_source.h"
#include "schema/base/base64.h"

namespace structural::kube {
namespace {

using base::Result;

class TokenSource : public CredentialSource {
 public:
  explicit TokenSource(const ClientConfig& config) : token_(config) {}

  Result<Credentials> Get(std::stop_token) override {
    Result<std::string> token = token_.Get();
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

std::unique_ptr<CredentialSource> NewCredentialSource(const ClientConfig& config) {
  const bool given = !config.token.empty() || !config.token_file.empty() ||
                     !config.username.empty() || !config.tls.client_cert_pem.empty();
  if (config.exec && !given) return NewExecSource(config);
  if (!config.username.empty()) return std::make_unique<BasicSource>(config);
  return std::make_unique<TokenSource>(config);
}

}  // namespace structural::kube
