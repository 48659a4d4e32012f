// ExecCredential: what an exec plugin prints.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

#include "schema/base/result.h"

namespace structural::kube {

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

}  // namespace structural::kube
