// Reporters: the output formats of a scan. Each returns text to print.
//
// Used by one thread: Begin once, Add for every CRD, End once.
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
  bool wide = false;      // include the rules, and times instead of ages
  bool contexts = false;  // include a column for contexts
  bool headers = true;
  bool colors = false;
  bool growing = false;  // rows can be added later, so that the columns need room for any state
  std::chrono::system_clock::time_point now;
};

// Returns a reporter whose End returns the whole table: the width of a column is known only after the last row.
std::unique_ptr<Reporter> NewTableReporter(const TableOptions& options);

// Writes one object: {"crds": […], "clusters": […], "summary": {…}}.
std::unique_ptr<Reporter> NewJsonReporter();

// Writes one self-contained page for browsers.
std::unique_ptr<Reporter> NewHtmlReporter();

// Writes RFC 4180, with a line of headers if `headers` is set.
std::unique_ptr<Reporter> NewCsvReporter(bool headers);

// Returns one line, an object:
//   {"context": …, "name": …, "versions": […], "state": …, "violations": [{"rule", "path",
//    "message"}], "condition": {"state", "since", "found", "wanted"}, "pruning": {"enabled",
//    "mayLoseFields"}, "recreate": {"kubernetesVersion", "allowed", "errors": [as violations]}};
// found and wanted are {"status", "reason", "message"} or null. An unreadable CRD has "error".
// It has no "recreate", nor does a CRD that was read in v1beta1.
std::string RowJson(const Row& row);

// Returns {"crds": 3, "structural": 1, …}.
std::string TotalsJson(const Totals& totals);

// Returns [{"context": …, "server": …}], with "error" after a failure.
std::string ClustersJson(const std::vector<ClusterOutcome>& clusters);

enum class ChangeKind { kAdded, kChanged, kGone };

// WatchOutput: shows the events of a watch.
//
// Used by one thread at a time, which the caller ensures.
class WatchOutput {
 public:
  virtual ~WatchOutput() = default;

  // Called after the state of a cluster was read for the first time, with its rows, sorted by name.
  virtual void OnState(const std::vector<Row>& rows) = 0;

  // Called after the row has changed. kGone: the row is hidden, because its state is kDeleted or
  // the filter excludes it.
  virtual void OnChange(ChangeKind kind, const Row& row) = 0;

  // Reports a failure that is retried. An empty `what` means that the retry succeeded.
  virtual void OnFailure(const std::string& context, const std::string& what) = 0;
};

using Print = std::function<void(std::string_view text)>;

// Writes a table of the state, then a line for each change. Errors are passed to `print_error`.
std::unique_ptr<WatchOutput> NewWatchLines(const TableOptions& options, Print print, Print print_error);

// Writes one JSON object per line: {"type": "ADDED", "crd": {…}}. The other types are MODIFIED and DELETED.
std::unique_ptr<WatchOutput> NewWatchJson(Print print, Print print_error);

// SchemaTreeJson: a schema for the page: names and types, with marks at nodes that break rules.
//
// Returns [{"version": "v1", "tree": NODE}, {"version": "v2", "same": "v1"}]; a version without a
// schema has no tree. NODE: [label, type, [indexes of violations], NODE…]. Labels are "spec", "[]"
// for items, "{}" for additionalProperties, "anyOf[0]". The type ends in "?" if the node is
// nullable, and in "…" if it preserves unknown fields. A violation marks its node, or the nearest
// one above. The text has no "<", so that a page can contain it.
std::string SchemaTreeJson(const crd::CustomResourceDefinition& crd, const Row& row);

}  // namespace structural::scan
