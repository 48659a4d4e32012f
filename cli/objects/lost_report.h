// What `structural prune --cluster` prints of stored objects: the fields that they would lose.
#pragma once

#include <memory>

#include "cli/stored/report.h"

namespace structural::cli {

// A line an object, unless `summary_only`, and then the counts, without the summary.
std::unique_ptr<StoredReport> NewLostTextReport(bool summary_only);
// {"kinds": [{"crd": …, "objects": […], "fields": […]}], "summary": {…}}
std::unique_ptr<StoredReport> NewLostJsonReport(bool summary_only);

}  // namespace structural::cli
