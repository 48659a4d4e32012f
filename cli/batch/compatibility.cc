// {CRD} for a create, {"old": CRD, "new": CRD} for an update -> {"allowed","errors","rules"}.
// "requestKind": {"version": "v1beta1"} next to them is the version of the API that the client
// used; by default that of the new CRD.
#include "cli/batch/answer.h"
#include "cli/batch/batch.h"
#include "cli/batch/change_line.h"
#include "schema/json/write.h"
#include "schema/validate/compatibility/change.h"

namespace structural::cli {
namespace {

using compatibility::Policy;
using compatibility::RuleViolation;

crd::ApiVersion AskedFor(const ChangeLine& line, crd::ApiVersion own, base::Arena& arena) {
  json::JsonReader in(line.request_kind, arena);
  std::string_view key, version;
  if (line.request_kind.empty()) return own;
  for (in.BeginObject(); in.NextKey(&key);) {
    if (key == "version") {
      version = in.String();
    } else {
      in.Skip();
    }
  }
  return version == "v1beta1" ? crd::ApiVersion::kV1beta1 : crd::ApiVersion::kV1;
}

std::string Written(const std::vector<RuleViolation>& violations, std::string_view name) {
  std::vector<std::string> errors;
  std::vector<std::string_view> rules;
  for (const RuleViolation& violation : violations) {
    errors.push_back(violation.error.Text());
    rules.push_back(violation.rule);
  }
  json::Writer to;
  to.BeginObject().Add("allowed", violations.empty()).Add("errors", errors).Add("name", name);
  return to.Add("rules", rules).EndObject().Take();
}

base::Result<std::string> Answer(std::string_view text, Policy policy, base::Arena& arena) {
  const auto line = ReadChangeLine(text, arena);
  if (!line.ok()) return line.error();
  const auto after = crd::Decode(line->after, arena);
  if (!after.ok()) return after.error();
  compatibility::Change change{.after = *after,
                               .text = line->after,
                               .text_before = line->before,
                               .asked_for = AskedFor(*line, after->api_version, arena)};
  const auto before =
      line->before.empty() ? base::Result<crd::CustomResourceDefinition>({}) : crd::Decode(line->before, arena);
  if (!before.ok()) return base::Error(before.error().code(), "old: " + before.error().message());
  if (!line->before.empty()) change.before = &*before;
  return Written(compatibility::FindViolations(change, policy, arena), after->metadata.name);
}

}  // namespace

base::Result<std::string> BatchCompatibility(std::string_view line, base::Arena& arena) {
  return Answer(line, Policy::kServer, arena);
}

base::Result<std::string> BatchKepCompatibility(std::string_view line, base::Arena& arena) {
  return Answer(line, Policy::kKep, arena);
}

}  // namespace structural::cli
