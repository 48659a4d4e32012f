// Credentials: what a request authenticates with, and where the next one's come from.
#pragma once

#include <memory>
#include <stop_token>
#include <string>

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

}  // namespace structural::kube
