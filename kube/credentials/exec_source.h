// ExecSource: credentials that another program gets, run when they are missing, expired or refused.
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>

#include "kube/config/config.h"
#include "kube/credentials/credentials.h"
#include "kube/credentials/exec_credential.h"

namespace structural::kube {

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
