// ExecSource: a CredentialSource that runs an exec plugin. It runs the plugin if it has no credentials, if they are
// expired, or if the server has refused them.
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

// ExecCredential: the credentials that an exec plugin prints: a token, a certificate with its key, or both.
struct ExecCredential {
  std::string token = {};
  std::string client_cert_pem = {};
  std::string client_key_pem = {};
  // Time at which the credentials expire; nullopt: never.
  std::optional<std::chrono::system_clock::time_point> expires = std::nullopt;
};

// Reads the standard output of an exec plugin. kInvalidInput: the output is not an ExecCredential of this apiVersion,
// or has no usable credentials. The message does not repeat the output, which can contain secrets.
// Upstream: plugin/pkg/client/auth/exec/exec.go refreshCredsLocked (client-go 0.37)
base::Result<ExecCredential> ParseExecCredential(std::string_view text, const std::string& api_version);

struct ExecOptions {
  std::chrono::milliseconds timeout{60'000};  // maximum time of a run of a plugin that is not interactive
  // Maximum time of a run of a plugin that reads from the terminal.
  std::chrono::milliseconds interactive_timeout{10 * 60'000};
  std::function<std::chrono::system_clock::time_point()> now = &std::chrono::system_clock::now;
};

// Creates a source that runs config.exec. Thread-safe: if several threads call Get, one of them runs the plugin, and
// the others wait for its end. If the plugin fails, all of them return its error. If the thread that runs the plugin is
// stopped, it kills the plugin, and another thread runs it again.
//
// Precondition: config.exec is set.
// Upstream: plugin/pkg/client/auth/exec/exec.go Authenticator (client-go 0.37)
std::unique_ptr<CredentialSource> NewExecSource(const ClientConfig& config, ExecOptions options = {});

}  // namespace structural::kube
