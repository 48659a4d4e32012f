// Reporters: the output formats of a scan. Each returns text to print.
//
// Must be used by one thread, in this order: Begin once, Add for every CRD, End once.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "cli/cluster/scan/checked_crd.h"
#include "cli/cluster/scan/row.h"
#include "schema/crd/crd.h"

namespace structural::scan {

// The result for a cluster.
struct ClusterOutcome {
  std::string context;  // context of the kubeconfig; may be empty
  std::string server;   // URL of the API server
  std::string error;    // error that ended the scan of the cluster; empty if all CRDs were read
};

class Reporter {
 public:
  virtual ~Reporter() = default;

  virtual std::string Begin() { return {}; }
  virtual std::string Add(const CheckedCrd& checked) = 0;
  virtual std::string End(const Totals& totals, const std::vector<ClusterOutcome>& clusters) = 0;
};

struct TableOptions {
  bool wide = false;           // include the column of rules, and print times instead of ages
  bool with_contexts = false;  // include a column for contexts
  bool with_headers = true;
  bool colors = false;
  // rows are printed before all rows are known: the column of states must be wide enough for any state
  bool allows_later_rows = false;
  std::chrono::system_clock::time_point now;
};

// Returns a reporter for a table. Only End returns text, because the width of a column is known after the last row.
std::unique_ptr<Reporter> NewTableReporter(const TableOptions& options);

// Returns a reporter for JSON, one object: {"crds": […], "clusters": […], "summary": {…}}.
std::unique_ptr<Reporter> NewJsonReporter();

// Returns a reporter for one HTML page that loads no other files.
std::unique_ptr<Reporter> NewHtmlReporter();

// Returns a reporter for CSV (RFC 4180). If `headers` is set, the first line has the names of the columns.
std::unique_ptr<Reporter> NewCsvReporter(bool headers);

// Returns the JSON of a row, on one line:
//   {"context": …, "name": …, "versions": […], "state": …, "violations": [{"rule", "path",
//    "message"}], "condition": {"state", "since", "found", "wanted"}, "pruning": {"enabled",
//    "mayLoseFields"}, "recreate": {"kubernetesVersion", "allowed", "errors": [as violations]}};
// "found" and "wanted" are {"status", "reason", "message"}, or null without a condition. An unreadable CRD has "error".
// An unreadable CRD, and a CRD that was read in v1beta1, have no "recreate".
std::string RowJson(const Row& row);

// Returns the JSON of the totals: {"crds": 3, "structural": 1, …}.
std::string TotalsJson(const Totals& totals);

// Returns the JSON of the clusters: [{"context": …, "server": …}]. A cluster whose scan failed also has "error".
std::string ClustersJson(const std::vector<ClusterOutcome>& clusters);

enum class ChangeKind { kAdded, kChanged, kGone };

// WatchOutput: shows the events of a watch.
//
// Not thread-safe: callers in several threads must share a lock.
class WatchOutput {
 public:
  virtual ~WatchOutput() = default;

  // Called once for each cluster, after all its CRDs were read for the first time. `rows` are sorted by name.
  virtual void OnState(const std::vector<Row>& rows) = 0;

  // Called after a row was added or changed. kGone: the row must no longer be shown, because its state is kDeleted or
  // the filter excludes it.
  virtual void OnChange(ChangeKind kind, const Row& row) = 0;

  // Called with the message `what` after a failed request, which is then retried. Called with an empty `what` after a
  // retry has succeeded.
  virtual void OnFailure(const std::string& context, const std::string& what) = 0;
};

using Print = std::function<void(std::string_view text)>;

// Returns an output that prints a table of the first state, then a line for each change. Failures are passed to
// `print_error`.
std::unique_ptr<WatchOutput> NewWatchLines(const TableOptions& options, Print print, Print print_error);

// Returns an output that prints one JSON object per line: {"type": "ADDED", "crd": {…}}. The other types are MODIFIED
// and DELETED. Failures are passed to `print_error`.
std::unique_ptr<WatchOutput> NewWatchJson(Print print, Print print_error);

// SchemaTreeJson: the schemas of a CRD as JSON for the HTML page. It has the names and types of fields, and marks the
// nodes that break rules.
//
// Returns [{"version": "v1", "tree": NODE}, {"version": "v2", "same": "v1"}]; a version without a schema has no tree.
// NODE is [label, type, [indexes of violations], NODE…]. Labels are "spec", "[]" for items, "{}" for
// additionalProperties, "anyOf[0]". The type ends in "?" if the node is nullable, and in "…" if it preserves unknown
// fields. A violation marks its node, or the nearest one above. The text does not contain "<", which would end the
// script element of the page.
std::string SchemaTreeJson(const crd::CustomResourceDefinition& crd, const Row& row);

}  // namespace structural::scan
