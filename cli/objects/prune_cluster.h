// What `structural prune --cluster` does: which stored objects would lose which fields if their CRD
// did not preserve unknown fields any more.
#pragma once

#include <string>
#include <vector>

#include "controller/selector.h"
#include "kube/config/config_flags.h"

namespace structural::cli {

struct PruneClusterOptions {
  kube::ConfigFlags config;
  std::vector<std::string> crds;  // files with CRDs, in place of those on the server
  controller::Selector selector;
  std::string namespace_;  // empty: all
  int page = 500;     // objects a request
  bool json = false;
  bool summary_only = false;
};

// Reads the objects of each CRD that preserves unknown fields, or that is in the files, in the
// version that is stored, a page at a time: memory holds one object and the counts. A kind that
// cannot be read is told of, and the others are gone on with. Writes nothing to the server.
// Returns the exit code: 0 nothing would be lost, 1 something would be, 2 something could not be
// read, 3 the answer could not be written.
int RunPruneCluster(const PruneClusterOptions& options);

}  // namespace structural::cli
