// The one walk over the objects that a server stores: of `validate --cluster` and `diff --cluster`.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/stored/kind.h"
#include "cli/stored/outcome.h"
#include "cli/stored/report.h"
#include "controller/crd_api.h"
#include "kube/config/config_flags.h"
#include "schema/base/result.h"

namespace structural::cli {

// Objects a request, where nothing else is said.
inline constexpr int kStoredPage = 500;

struct WalkOptions {
  std::string command;  // "validate": what messages begin with
  kube::ConfigFlags config;
  std::optional<std::vector<std::string>> crds;  // as JSON, in place of those on the server
  controller::Selector selector;
  std::string namespace_;  // empty: all
  int page = kStoredPage;
  bool only_preserving = false;  // of the server's CRDs those that preserve unknown fields
  bool losing_fails = true;      // exit code 1 where an object would lose something
  bool allow_empty = false;      // it is no failure that there is none of `crds`, or none that `selector` names
  bool quiet = false;            // nothing is printed but errors
};

// The judge of a kind whose CRD is this JSON; the error says why its objects cannot be judged.
using NewStoredJudge = std::function<base::Result<std::unique_ptr<StoredJudge>>(
    const std::string& crd, const StoredKind& kind)>;

// Reads the objects of each CRD, in the version that is stored, a page at a time, each object once:
// memory holds one object, one CRD and the counts. A list whose continue token expires, or whose
// connection breaks, is read on. A kind that cannot be read is told of, and the others are gone on
// with. Writes nothing to the server. Returns the exit code: 0 nothing would be refused or lost,
// 1 something would be, 2 something could not be read, 3 the answer could not be written.
int WalkStoredObjects(const WalkOptions& options, const NewStoredJudge& new_judge,
                      StoredReport& report);

}  // namespace structural::cli
