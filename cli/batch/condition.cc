// {CRD} -> {"apiVersion","condition","errors","name"}: the condition that the CRD should have.
#include "cli/batch/answer.h"
#include "cli/batch/batch.h"
#include "schema/crd/evaluate.h"
#include "schema/json/write.h"

namespace structural::cli {

base::Result<std::string> BatchCondition(std::string_view line, base::Arena& arena) {
  const auto crd = crd::Decode(line, arena);
  if (!crd.ok()) return crd.error();
  const crd::EvaluationResult verdict = crd::Evaluate(*crd, arena);
  json::Writer to;
  to.BeginObject().Add("apiVersion", crd::Name(crd->api_version)).Key("condition");
  if (const auto& condition = verdict.condition) {
    to.BeginObject().Add("type", crd::kNonStructuralSchema).Add("status", condition->status);
    to.Add("reason", condition->reason).Add("message", condition->message).EndObject();
    to.Key("errors");
    verdict.violations.empty() ? to.Add(nullptr) : to.Add(TextsOf(verdict.violations));
  } else {
    to.Add(nullptr);
  }
  return to.Add("name", crd->metadata.name).EndObject().Take();
}

}  // namespace structural::cli
