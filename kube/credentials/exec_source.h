// ExecSource: credentials from another program, which is run when they are missing, expired or
// refused.
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

// ExecCredential: the output of an exec plugin: at least a token, or a certificate with its key.
struct ExecCredential {
  std::string token = {};
  std::string client_cert_pem = {};
  std::string client_key_pem = {};
  // Time at which the credentials expire; nullopt: never.
  std::optional<std::chrono::system_clock::time_point> expires = std::nullopt;
};

// Reads a plugin's standard output. kInvalidInput: it is not an ExecCredential of that apiVersion,
// or has no usable credentials. The message does not repeat the output, which may be a secret.
// Upstream: plugin/pkg/client/auth/exec/exec.go refreshCredsLocked (client-go 0.37)
base::Result<ExecCredential> ParseExecCredential(std::string_view text, const std::string& api_version);

struct ExecOptions {
  // Maximum time of a run of the program. For an interactive program, interactive_timeout applies instead.
  std::chrono::milliseconds timeout{60'000};
  std::chrono::milliseconds interactive_timeout{10 * 60'000};
  std::function<std::chrono::system_clock::time_point()> now = &std::chrono::system_clock::now;
};

// Creates a thread-safe source: one caller runs the program, and all others wait for its end. If it
// fails, all of them get its error. If the caller that runs it is stopped, it kills the program,
// and another caller runs it again.
//
// Precondition: config.exec.
// Upstream: plugin/pkg/client/auth/exec/exec.go Authenticator (client-go 0.37)
std::unique_ptr<CredentialSource> NewExecSource(const ClientConfig& config, ExecOptions options = {});

}  // namespace structural::kube
