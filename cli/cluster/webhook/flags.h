// The flags of `structural webhook`.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "cli/shared/command.h"
#include "cli/shared/logging.h"
#include "kube/config/config_flags.h"
#include "webhook/admission_validator.h"

namespace structural::cli {

struct WebhookFlags {
  webhook::Rules rules;
  std::string address = ":9443";
  std::string metrics_address = ":8080";
  std::string probe_address = ":8081";
  std::string certificate;
  std::string key;
  std::string client_ca;
  bool unions = false;
  std::vector<std::string> crds;  // files and folders with CRDs; empty: CRDs of the cluster
  kube::ConfigFlags cluster;
  int max_connections = 500;
  // maximum size of the bodies of all reviews in progress, not counting the first 64 KiB of each
  int max_bodies_mib = 32;
  int max_check_mib = 64;  // maximum memory for the check of one large review, not counting its body
  int threads = 2;
  std::chrono::milliseconds shutdown_delay{5'000};
  std::chrono::milliseconds drain_timeout{10'000};
  LogFormat log_format = LogFormat::kText;
  int verbosity = 0;
};

// Adds the flags to the command. `flags` must outlive the parsing.
void AddWebhookFlags(Command& command, WebhookFlags& flags);

}  // namespace structural::cli
