// structural test --update: replaces expectations by the results.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "cli/objects/suites/report.h"
#include "document/edit.h"
#include "schema/base/result.h"

namespace structural::cli {

// The edits of a suite's file, in the order of documents.
class SuiteUpdate {
 public:
  // Adds the failures of a suite. Marks those as updatable that an expectation can describe. Not
  // updatable are failures of a request before the last one, failures of a CRD, and cases whose
  // CRDs give different results. Suites must be added in the order of the file.
  void Add(SuiteReport& report);

  std::size_t cases() const { return cases_; }

  // Returns the text of the file with all edits. Errors: as document::ApplyEdits.
  base::Result<std::string> Apply(std::string_view text) const { return document::ApplyEdits(text, documents_); }

 private:
  std::vector<document::DocumentEdits> documents_;
  std::size_t cases_ = 0;
};

}  // namespace structural::cli
