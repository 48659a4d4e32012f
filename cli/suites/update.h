// structural test --update: expectations that become what came.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "cli/suites/report.h"
#include "document/edit.h"
#include "schema/base/result.h"

namespace structural::cli {

// The edits of a suite's file, one document after the other.
class SuiteUpdate {
 public:
  // The failures of a suite. Marks those as updatable that an expectation can describe: not those of a
  // request before the last one, of a CRD, and where the CRDs of the suite give different answers. Suites
  // come in the order of the file.
  void Add(SuiteReport& report);

  std::size_t cases() const { return cases_; }

  // The text of the file with all edits. Errors: as document::ApplyEdits.
  base::Result<std::string> Apply(std::string_view text) const {
    return document::ApplyEdits(text, documents_);
  }

 private:
  std::vector<document::DocumentEdits> documents_;
  std::size_t cases_ = 0;
};

}  // namespace structural::cli
