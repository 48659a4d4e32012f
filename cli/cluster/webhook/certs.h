// structural webhook certs.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "cli/shared/command.h"
#include "cli/shared/logging.h"
#include "kube/config/config_flags.h"

namespace structural::cli {

// Adds the subcommand `structural webhook certs`, whose run sets *exit_code. `exit_code` must
// outlive the parsing.
void AddWebhookCerts(Command& webhook, int* exit_code);

// The flags of `structural webhook certs`.
struct CertsFlags {
  kube::ConfigFlags config;
  std::string namespace_;  // empty: the context's or the Pod's namespace
  std::string service = "structural-webhook";
  std::string secret = "structural-webhook-tls";
  std::string folder;  // folder for the certificates instead of the Secret; empty: the Secret
  std::vector<std::string> validating;
  std::vector<std::string> mutating;
  std::vector<std::string> hosts;
  std::chrono::milliseconds validity = std::chrono::hours(2160);
  std::chrono::milliseconds renew_before = std::chrono::hours(720);
  std::chrono::milliseconds overlap = std::chrono::hours(24);
  std::chrono::milliseconds trust_propagation = std::chrono::seconds(30);
  bool dry_run = false;
  bool watch = false;
  std::chrono::milliseconds interval = std::chrono::minutes(1);
  std::string probe_address = ":8081";
  LogFormat log_format = LogFormat::kText;
  int verbosity = 0;
};

// Runs `structural webhook certs`. Returns the exit code.
int RunCerts(const CertsFlags& flags);

}  // namespace structural::cli
