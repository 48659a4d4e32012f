// WalkStoredObjects: reads the objects that a server stores, and reports the effects of their next writes, for
// `validate --cluster` and `diff --cluster`.
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
inline constexpr int kDefaultPageSize = 500;

struct WalkOptions {
  std::string command;  // command name at the start of messages, such as "validate"
  // The flags that select the server.
  kube::ConfigFlags config;
  // JSON of CRDs to use instead of the server's; nullopt: use the server's
  std::optional<std::vector<std::string>> crds;
  controller::Selector selector;
  std::string namespace_name;  // empty: all namespaces
  int page_size = kDefaultPageSize;
  bool only_preserving = false;  // true: read only objects whose CRD on the server preserves unknown fields
  bool losing_fails = true;      // true: return exit code 1 if an object would lose data
  bool allow_empty = false;      // true: the run succeeds even if the server lacks all `crds`, or a name in `selector`
  bool quiet = false;            // true: print only errors
};

// Returns the WriteEvaluator of a kind for the CRD in the JSON `crd`. An error is the reason why objects of the kind
// cannot be checked.
using NewWriteEvaluator =
    std::function<base::Result<std::unique_ptr<WriteEvaluator>>(const std::string& crd, const StoredKind& kind)>;

// Reads the objects of each CRD in the version StoredKind::version, each object once, and passes their outcomes to
// `report`. Only one object, one CRD and the counts are in memory at a time. If the continue token of a list expires,
// or the connection breaks, reading continues after the last object. If a kind cannot be read, reports the error, and
// still reads the other kinds. Writes nothing to the server. Returns the exit code. 0: no object would be refused or
// lose data. 1: an object would be refused, or lose data if `losing_fails`. 2: something could not be read. 3: the
// report could not be written.
int WalkStoredObjects(const WalkOptions& options, const NewWriteEvaluator& new_evaluator, StoredReport& report);

// The values of the flags that select stored objects.
struct StoredFlags {
  controller::Selector selector;
  std::string namespace_name;  // empty: all namespaces
  bool all_namespaces = false;
  int page_size = kDefaultPageSize;
  bool summary_only = false;
  bool assume_pruning = false;  // true: treat CRDs that preserve unknown fields as if they pruned them

  // Returns options with these flags; the other options have their defaults. `command` and `config` are the members of
  // WalkOptions with these names.
  WalkOptions Walk(std::string command, const kube::ConfigFlags& config) const;
};

// Adds the flags that select objects, as a group in the help. The parsing sets `flags`, which must exist until then.
// Returns the added flags.
std::vector<Argument*> AddWalkFlags(Command& command, StoredFlags& flags);
// Adds the flags of AddWalkFlags, and --summary and --assume-pruning. Returns the added flags.
std::vector<Argument*> AddStoredObjectFlags(Command& command, StoredFlags& flags);

}  // namespace structural::cli
