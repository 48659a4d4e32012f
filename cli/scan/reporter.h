// Reporters: the forms of a scan's outcome. Each gives text that is printed as it is.
//
// Used by one thread; Begin once, Add for every CRD, End once.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "cli/scan/judge.h"
#include "cli/scan/row.h"
#include "schema/crd/crd.h"

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
  bool colors = false;
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

// One line, an object:
//   {"context": …, "name": …, "versions": […], "state": …, "violations": [{"rule", "path",
//    "message"}], "condition": {"state", "since", "found", "wanted"}, "pruning": {"enabled",
//    "mayLoseFields"}, "recreate": {"kubernetesVersion", "allowed", "errors": [as violations]}}
// found and wanted are {"status", "reason", "message"} or null; an unreadable CRD has "error",
// and no "recreate", as one that was read in v1beta1.
std::string RowJson(const Row& row);

// {"crds": 3, "structural": 1, …}.
std::string TotalsJson(const Totals& totals);

// [{"context": …, "server": …}], with "error" where there is one.
std::string ClustersJson(const std::vector<ClusterOutcome>& clusters);

enum class ChangeKind { kAdded, kChanged, kGone };

// WatchOutput: where a watch shows what it sees.
//
// Used by one thread at a time: who calls sees to that.
class WatchOutput {
 public:
  virtual ~WatchOutput() = default;

  // A cluster's state was read for the first time: these are its rows, sorted by name.
  virtual void OnState(const std::vector<Row>& rows) = 0;

  // What the row shows has changed. kGone: it is shown no more; its state is kDeleted, or one that
  // the filter leaves out.
  virtual void OnChange(ChangeKind kind, const Row& row) = 0;

  // A failure that is tried again; empty: it is over.
  virtual void OnTrouble(const std::string& context, const std::string& what) = 0;
};

using Print = std::function<void(std::string_view text)>;

// A table of the state, then a line for each change. Errors go to `print_error`.
std::unique_ptr<WatchOutput> NewWatchLines(const TableOptions& options, Print print,
                                           Print print_error);

// A JSON object a line: {"type": "ADDED", "crd": {…}}; MODIFIED, DELETED.
std::unique_ptr<WatchOutput> NewWatchJson(Print print, Print print_error);

// SchemaTreeJson: a schema as a page shows it: names and types, with the nodes that break rules
// marked.
// [{"version": "v1", "tree": NODE}, {"version": "v2", "same": "v1"}]; no tree: there is no schema.
// NODE: [label, type, [indexes of violations], NODE…]. Labels are "spec", "[]" for items, "{}" for
// additionalProperties, "anyOf[0]"; the type has "?" behind it where the node is nullable, "…"
// where it preserves unknown fields. A violation marks the node that it is at or nearest above.
// There is no "<" in it, so that it may stand in a page.
std::string SchemaTreeJson(const crd::CustomResourceDefinition& crd, const Row& row);

}  // namespace structural::scan
