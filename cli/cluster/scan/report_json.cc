// Writes one JSON object while the list arrives.
#include <utility>

#include "cli/cluster/scan/reporter.h"
#include "schema/json/write.h"

namespace structural::scan {
namespace {

class JsonReporter : public Reporter {
 public:
  std::string Begin() override { return "{\"crds\": ["; }

  std::string Add(const CheckedCrd& judged) override { return std::exchange(separator_, ",\n") + RowJson(judged.row); }

  std::string End(const Totals& totals, const std::vector<ClusterOutcome>& clusters) override {
    return "\n],\n\"clusters\": " + ClustersJson(clusters) + ",\n\"summary\": " + TotalsJson(totals) + "}\n";
  }

 private:
  std::string separator_ = "\n";
};

void AppendTextOrNull(std::string_view key, const std::string& text, json::Writer& to) {
  text.empty() ? to.Add(key, nullptr) : to.Add(key, text);
}

void AppendCondition(std::string_view key, const ConditionText& condition, json::Writer& to) {
  if (condition.status.empty()) {
    to.Add(key, nullptr);
    return;
  }
  to.Key(key).BeginObject().Add("status", condition.status).Add("reason", condition.reason);
  to.Add("message", condition.message).EndObject();
}

void AppendViolations(std::string_view key, const std::vector<Violation>& violations, json::Writer& to) {
  to.Key(key).BeginList();
  for (const Violation& violation : violations) {
    to.BeginObject().Add("rule", violation.rule).Add("path", violation.path);
    to.Add("message", violation.message).EndObject();
  }
  to.EndList();
}

}  // namespace

std::unique_ptr<Reporter> NewJsonReporter() { return std::make_unique<JsonReporter>(); }

std::string RowJson(const Row& row) {
  json::Writer to;
  to.BeginObject();
  AppendTextOrNull("context", row.context, to);
  to.Add("name", row.name).Add("versions", row.versions).Add("state", Name(row.state));
  AppendViolations("violations", row.violations, to);
  to.Key("condition").BeginObject().Add("state", Name(row.agreement));
  AppendTextOrNull("since", row.found.since, to);
  AppendCondition("found", row.found, to);
  AppendCondition("wanted", row.wanted, to);
  to.EndObject().Key("pruning").BeginObject().Add("enabled", row.prunes);
  to.Add("mayLoseFields", row.pruning_drops_fields).EndObject();
  if (row.recreation != Recreation::kUnknown) {
    to.Key("recreate").BeginObject().Add("kubernetesVersion", row.server.Name());
    to.Add("allowed", row.recreation == Recreation::kAllowed);
    AppendViolations("errors", row.refusals, to);
    to.EndObject();
  }
  if (!row.error.empty()) to.Add("error", row.error);
  return to.EndObject().Take();
}

std::string TotalsJson(const Totals& totals) {
  json::Writer to;
  to.BeginObject().Add("crds", totals.crds).Add("structural", totals.structural);
  to.Add("nonStructural", totals.non_structural).Add("structuralError", totals.structural_error);
  to.Add("unreadable", totals.unreadable).Add("violations", totals.violations);
  to.Add("conditionNotRight", totals.disagreeing).Add("mayLoseFields", totals.losing);
  to.Add("recreateRefused", totals.refused);
  return to.EndObject().Take();
}

std::string ClustersJson(const std::vector<ClusterOutcome>& clusters) {
  json::Writer to;
  to.BeginList();
  for (const ClusterOutcome& cluster : clusters) {
    to.BeginObject();
    AppendTextOrNull("context", cluster.context, to);
    to.Add("server", cluster.server);
    if (!cluster.error.empty()) to.Add("error", cluster.error);
    to.EndObject();
  }
  return to.EndList().Take();
}

}  // namespace structural::scan
