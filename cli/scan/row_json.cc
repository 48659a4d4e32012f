#include "cli/scan/row_json.h"

#include <nlohmann/json.hpp>

#include "cli/shared/dump_json.h"

namespace structural::scan {
namespace {

using nlohmann::ordered_json;

ordered_json TextOrNull(const std::string& text) {
  return text.empty() ? ordered_json() : ordered_json(text);
}

ordered_json ConditionJson(const ConditionText& condition) {
  if (condition.status.empty()) return nullptr;
  return {
      {"status", condition.status}, {"reason", condition.reason}, {"message", condition.message}};
}

ordered_json ViolationsJson(const Row& row) {
  ordered_json list = ordered_json::array();
  for (const Violation& violation : row.violations) {
    list.push_back(
        {{"rule", violation.rule}, {"path", violation.path}, {"message", violation.message}});
  }
  return list;
}

}  // namespace

std::string RowJson(const Row& row) {
  ordered_json json = {{"context", TextOrNull(row.context)},
                       {"name", row.name},
                       {"versions", row.versions},
                       {"state", Name(row.state)},
                       {"violations", ViolationsJson(row)},
                       {"condition",
                        {{"state", Name(row.agreement)},
                         {"since", TextOrNull(row.found.since)},
                         {"found", ConditionJson(row.found)},
                         {"wanted", ConditionJson(row.wanted)}}},
                       {"pruning", {{"enabled", row.prunes}, {"mayLoseFields", row.loses_fields}}}};
  if (!row.error.empty()) json["error"] = row.error;
  return lint::DumpJson(json);
}

std::string TotalsJson(const Totals& totals) {
  return lint::DumpJson({{"crds", totals.crds},
                         {"structural", totals.structural},
                         {"nonStructural", totals.non_structural},
                         {"structuralError", totals.structural_error},
                         {"unreadable", totals.unreadable},
                         {"violations", totals.violations},
                         {"conditionNotRight", totals.disagreeing},
                         {"mayLoseFields", totals.losing}});
}

std::string ClustersJson(const std::vector<ClusterOutcome>& clusters) {
  ordered_json list = ordered_json::array();
  for (const ClusterOutcome& cluster : clusters) {
    list.push_back({{"context", TextOrNull(cluster.context)}, {"server", cluster.server}});
    if (!cluster.error.empty()) list.back()["error"] = cluster.error;
  }
  return lint::DumpJson(list);
}

}  // namespace structural::scan
