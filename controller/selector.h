// Selector: which CRDs the controller looks after.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace structural::controller {

// A CRD's name is PLURAL.GROUP. Patterns may hold * (any characters) and ? (one).
struct Selector {
  std::vector<std::string> names = {};   // of the CRD; empty: any
  std::vector<std::string> groups = {};  // empty: any

  bool Matches(std::string_view crd_name) const;
};

}  // namespace structural::controller
