// Reporters: the forms of a scan's outcome. Each gives text that is printed as it is.
//
// Used by one thread; Begin once, Add for every CRD, End once.
#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "cli/scan/judge.h"
#include "cli/scan/totals.h"

namespace structural::scan {

// A cluster that was asked.
struct ClusterOutcome {
  std::string context;  // empty: not of a kubeconfig
  std::string server;   // its URL
  std::string error;    // empty: all its CRDs were read
};

class Reporter {
 public:
  virtual ~Reporter() = default;

  virtual std::string Begin() { return {}; }
  virtual std::string Add(const Judged& judged) = 0;
  virtual std::string End(const Totals& totals, const std::vector<ClusterOutcome>& clusters) = 0;
};

struct TableOptions {
  bool wide = false;      // with the rules, and times instead of ages
  bool contexts = false;  // a column for them
  bool headers = true;
  bool colours = false;
  bool growing = false;  // more rows will come: room for any state
  std::chrono::system_clock::time_point now;
};

// Columns as wide as the longest cell, so nothing is given before End.
std::unique_ptr<Reporter> NewTableReporter(const TableOptions& options);

// One object: {"crds": […], "clusters": […], "summary": {…}}.
std::unique_ptr<Reporter> NewJsonReporter();

// One page for browsers, with everything in it.
std::unique_ptr<Reporter> NewHtmlReporter();

// RFC 4180, with a line of headers where `headers` is set.
std::unique_ptr<Reporter> NewCsvReporter(bool headers);

}  // namespace structural::scan
