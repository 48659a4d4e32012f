// A run of `structural scan`.
#pragma once

#include <stop_token>
#include <string>
#include <vector>

#include "cli/scan/row.h"
#include "kube/config/config_flags.h"
#include "schema/fix/plan.h"

namespace structural::cli {

struct ScanOptions {
  kube::ConfigFlags config;           // its context is left empty
  std::vector<std::string> contexts;  // empty: the current one, or whatever is found
  bool all_contexts = false;
  scan::Filter filter;
  std::string output = "table";  // wide, json, csv, html
  bool fix = false;              // patches instead: a script, or with json a list
  fix::ChangeImpact most = fix::ChangeImpact::kSame;
  bool watch = false;
  validate::Release release = {};  // of the server that is to create CRDs again
  bool no_headers = false;
  bool quiet = false;
  bool no_fail = false;
};

// Reads, judges and reports to standard output; returns the exit code.
// Preconditions: with `watch`, output is table, wide or json; with `fix`, table or json, and no
// `watch`.
int RunScan(const ScanOptions& options);

// `structural scan --watch`.
// Follows these clusters until `stop` fires or somebody ends it: a screen on a terminal, lines
// otherwise. Returns the exit code: 2 where a cluster cannot be followed.
int WatchScan(const ScanOptions& options, const std::vector<std::string>& contexts,
              std::stop_token stop);

}  // namespace structural::cli
