// A row as JSON.
#pragma once

#include <string>

#include "cli/scan/reporter.h"

namespace structural::scan {

// One line, an object:
//   {"context": …, "name": …, "versions": […], "state": …, "violations": [{"rule", "path",
//    "message"}], "condition": {"state", "since", "found", "wanted"}, "pruning": {"enabled",
//    "mayLoseFields"}}
// found and wanted are {"status", "reason", "message"} or null; an unreadable CRD has "error".
std::string RowJson(const Row& row);

// {"crds": 3, "structural": 1, …}.
std::string TotalsJson(const Totals& totals);

// [{"context": …, "server": …}], with "error" where there is one.
std::string ClustersJson(const std::vector<ClusterOutcome>& clusters);

}  // namespace structural::scan
