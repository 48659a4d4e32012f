// Filter: which CRDs a scan is about.
#pragma once

#include <string>
#include <vector>

#include "cli/scan/row.h"
#include "controller/selector.h"

namespace structural::scan {

struct Filter {
  controller::Selector selector = {};    // of names and groups
  std::vector<std::string> states = {};  // by name; empty: any
  std::vector<std::string> rules = {};   // ids, of which it breaks one; empty: any

  bool Matches(const Row& row) const;
};

}  // namespace structural::scan
