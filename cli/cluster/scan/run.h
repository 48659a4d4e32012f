// RunScan: runs `structural scan`.
#pragma once

#include <stop_token>
#include <string>
#include <vector>

#include "cli/cluster/scan/row.h"
#include "kube/config/config_flags.h"
#include "schema/fix/plan.h"

namespace structural::cli {

struct ScanOptions {
  kube::ConfigFlags config;  // flags of the connection; their context is empty, because `contexts` has the names
  std::vector<std::string> contexts;  // names of contexts in the kubeconfig; empty: the current context
  bool all_contexts = false;
  scan::Filter filter;
  std::string output = "table";  // or wide, json, csv, html
  bool fix = false;              // print patches instead of the report: as a shell script or, with json, as a list
  fix::ChangeImpact max_impact = fix::ChangeImpact::kSame;
  bool watch = false;
  // the scan reports CRDs that a server of this release would refuse if they were created again
  validate::Release release = {};
  bool no_headers = false;
  bool quiet = false;
  bool no_fail = false;
};

// Reads and checks the CRDs, and prints the report on standard output. Returns the exit code. Preconditions: if `watch`
// is set, `output` is table, wide or json; if `fix` is set, `output` is table or json, and `watch` is not set.
int RunScan(const ScanOptions& options);

// Runs `structural scan --watch`. Follows the clusters of `contexts` until `stop` is requested or
// the user quits. Shows them on a screen if standard output is a terminal, otherwise as lines.
// Returns the exit code: 2 if a cluster cannot be followed.
int WatchScan(const ScanOptions& options, const std::vector<std::string>& contexts, std::stop_token stop);

}  // namespace structural::cli
