// WalkStoredObjects: reads the objects that a server stores, for `validate --cluster` and
// `diff --cluster`.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/report/stored/counts.h"
#include "cli/report/stored/kind.h"
#include "cli/report/stored/report.h"
#include "cli/shared/command.h"
#include "controller/crd_api.h"
#include "kube/config/config_flags.h"
#include "schema/base/result.h"

namespace structural::cli {

// Default number of objects per request.
inline constexpr int kStoredPage = 500;

struct WalkOptions {
  std::string command;  // command name at the start of messages, such as "validate"
  kube::ConfigFlags config;
  std::optional<std::vector<std::string>> crds;  // JSON of CRDs to use instead of those on the server
  controller::Selector selector;
  std::string namespace_;  // empty: all namespaces
  int page = kStoredPage;
  bool only_preserving = false;  // true: read only the server's CRDs that preserve unknown fields; false: read all
  bool losing_fails = true;      // exit code 1 if an object would lose data
  bool allow_empty = false;      // do not fail if all of `crds`, or a name in `selector`, are missing
  bool quiet = false;            // print only errors
};

// Returns the WriteEvaluator of a kind for the CRD with this JSON; the error is the reason why its
// objects cannot be checked.
using NewWriteEvaluator =
    std::function<base::Result<std::unique_ptr<WriteEvaluator>>(const std::string& crd, const StoredKind& kind)>;

// Reads the objects of each CRD in the stored version, page by page, each object once. Memory: one object, one CRD and
// the counts. If the continue token of a list expires, or its connection breaks, reading continues after the last
// object. If a kind cannot be read, the error is reported, and the other kinds are still read. Writes nothing to the
// server. Returns the exit code. 0: no object would be refused or lose data. 1: an object would be refused, or lose
// data if `losing_fails`. 2: something could not be read. 3: the report could not be written.
int WalkStoredObjects(const WalkOptions& options, const NewWriteEvaluator& new_evaluator, StoredReport& report);

struct StoredFlags {
  controller::Selector selector;
  std::string namespace_;  // empty: all namespaces
  bool all_namespaces = false;
  int page = kStoredPage;
  bool summary_only = false;
  bool assume_pruning = false;  // treat CRDs that preserve unknown fields as CRDs that prune

  // Returns the options for the selected objects and the page size. `command` is
  // WalkOptions::command, the start of messages.
  WalkOptions Walk(std::string command, const kube::ConfigFlags& config) const;
};

// Adds the flags that select objects, as a group; `flags` must outlive the parsing. Returns all added flags.
std::vector<Argument*> AddWalkFlags(Command& command, StoredFlags& flags);
// Adds the flags of AddWalkFlags, and --summary and --assume-pruning. Returns all added flags.
std::vector<Argument*> AddStoredObjectFlags(Command& command, StoredFlags& flags);

}  // namespace structural::cli
