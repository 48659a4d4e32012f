// Helm charts, whose templates are not YAML before they are rendered.
#pragma once

#include <set>
#include <string>

#include "cli/findings/finding.h"

namespace structural::findings {

// Handles the files of one run in their order. Not thread-safe.
class Charts {
 public:
  // Replaces the findings of an unreadable template by one, and those of all templates of a chart
  // by one.
  void Condense(FileReport& report);

 private:
  std::set<std::string> told_;
};

}  // namespace structural::findings
