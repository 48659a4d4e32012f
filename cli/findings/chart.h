// Charts of Helm, whose templates are no YAML before they are rendered.
#pragma once

#include <set>
#include <string>

#include "cli/findings/finding.h"

namespace structural::findings {

// Takes the files of one run in their order. Not thread-safe.
class Charts {
 public:
  // Of a template, leaves one finding for all that makes it unreadable, and of a chart only one for
  // all templates.
  void Condense(FileReport& report);

 private:
  std::set<std::string> told_;
};

}  // namespace structural::findings
