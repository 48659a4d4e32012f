// The reports and counts of a run of `structural validate`.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "cli/objects/validate/check_file.h"
#include "cli/report/findings/reporter.h"

namespace structural::cli {

// Plain data.
struct Totals {
  findings::Summary files;   // `crds` is the number of objects, `violations` the number of errors
  bool has_updates = false;  // true: old objects are available, so creates and updates are counted separately
  std::size_t creates = 0;
  std::size_t updates = 0;
  std::size_t objects_without_crd = 0;
  std::size_t built_in_objects = 0;           // objects of Kubernetes' own API groups
  std::size_t objects_with_unusable_crd = 0;  // objects whose CRD cannot be used

  void Add(const CheckedFile& file);
  // Adds the numbers of errors and warnings among these findings.
  void Add(const std::vector<findings::Finding>& found);
};

// Returns the result for one file as text: "1 error, 2 objects: 1 create, 1 update".
std::string Outcome(const CheckedFile& file);

// Returns the summary of the run: "1 error in 2 files: 3 objects validated, 2 as updates, 1 without a CRD; 41 objects
// of Kubernetes' own API groups were not checked".
std::string Sentence(const Totals& totals);

// Returns a reporter. `form` is "text" (a line for each finding), "json", or another format of lint's reports. `totals`
// has the counts of the run, and must outlive the reporter.
std::unique_ptr<findings::Reporter> NewObjectReporter(std::string_view form, const Totals& totals);

}  // namespace structural::cli
