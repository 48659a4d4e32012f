// Helm charts, whose templates are not YAML before they are rendered.
#pragma once

#include <set>
#include <string>

#include "cli/report/findings/finding.h"

namespace structural::findings {

// Handles the files of one run in their order. Not thread-safe.
class Charts {
 public:
  // Replaces all findings of an unreadable template by one finding. Only the first unreadable
  // template of each chart gets this finding; those of the other templates are removed.
  void Condense(FileReport& report);

 private:
  std::set<std::string> reported_;
};

}  // namespace structural::findings
