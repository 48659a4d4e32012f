// {CRD} -> both versions of it, and what API servers of 1.15 to 1.17 said of it.
#include "schema/crd/convert.h"

#include "cli/batch/answer.h"
#include "cli/batch/batch.h"
#include "schema/crd/evaluate_internal.h"
#include "schema/objects/member_writer.h"

namespace structural::cli {

base::Result<std::string> BatchConvert(std::string_view line, base::Arena& arena) {
  auto converted = crd::Convert(line, arena);
  if (!converted.ok()) return converted.error();
  return std::move(converted->json);
}

base::Result<std::string> BatchConditionInternal(std::string_view line, base::Arena& arena) {
  const auto verdict = crd::EvaluateInternal(line, arena);
  if (!verdict.ok()) return verdict.error();
  std::string answer = "{";
  objects::MemberWriter members(arena, answer);
  members.AnyText("apiVersion", crd::Name(verdict->api_version));
  if (verdict->structural_error.empty()) AppendTexts(verdict->violations, members.Key("errors"));
  members.AnyText("name", verdict->name);
  members.Text("structuralError", verdict->structural_error);
  return answer += '}';
}

}  // namespace structural::cli
