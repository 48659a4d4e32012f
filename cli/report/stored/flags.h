// The flags of commands that read stored objects.
#pragma once

#include <string>
#include <vector>

#include "cli/report/stored/walk.h"
#include "cli/shared/command.h"

namespace structural::cli {

struct StoredFlags {
  controller::Selector selector;
  std::string namespace_;  // empty: all namespaces
  bool all_namespaces = false;
  int page = kStoredPage;
  bool summary_only = false;
  bool assume_pruning = false;  // treat CRDs that preserve unknown fields as if they pruned

  // Returns the options for the selected objects and the page size. `command` is
  // WalkOptions::command, the start of messages.
  WalkOptions Walk(std::string command, const kube::ConfigFlags& config) const;
};

// Adds the flags that select objects, as a group; `flags` must outlive the parsing. Returns all of
// them.
std::vector<Argument*> AddWalkFlags(Command& command, StoredFlags& flags);
// Adds the flags of AddWalkFlags, and --summary and --assume-pruning. Returns all of them.
std::vector<Argument*> AddStoredFlags(Command& command, StoredFlags& flags);

}  // namespace structural::cli
