// ExecSource: credentials that another program gets, run when they are missing, expired or refused.
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "kube/config/config.h"
#include "kube/credentials/credentials.h"
#include "schema/base/result.h"

namespace structural::kube {

// ExecCredential: what an exec plugin prints.

// At least a token, or a certificate with its key.
struct ExecCredential {
  std::string token = {};
  std::string client_cert_pem = {};
  std::string client_key_pem = {};
  std::optional<std::chrono::system_clock::time_point> expires = std::nullopt;  // none: never
};

// Reads a plugin's standard output. kInvalidInput: no ExecCredential of that apiVersion, or one
// without usable credentials. The message never repeats what was printed: it may be a secret.
// Upstream: plugin/pkg/client/auth/exec/exec.go refreshCredsLocked (client-go 0.37)
base::Result<ExecCredential> ParseExecCredential(std::string_view text,
                                                 const std::string& api_version);

struct ExecOptions {
  // How long the program may take; one that talks to people may take longer.
  std::chrono::milliseconds timeout{60'000};
  std::chrono::milliseconds interactive_timeout{10 * 60'000};
  std::function<std::chrono::system_clock::time_point()> now = &std::chrono::system_clock::now;
};

// Thread-safe: the program runs once, whoever needs credentials meanwhile waits for its end. When
// it fails, all who waited get the reason. Whoever runs it and is stopped ends it; another one of
// those who wait runs it again then.
//
// Precondition: config.exec.
// Upstream: plugin/pkg/client/auth/exec/exec.go Authenticator (client-go 0.37)
std::unique_ptr<CredentialSource> NewExecSource(const ClientConfig& config,
                                                ExecOptions options = {});

}  // namespace structural::kube
