// For {CRD}: returns the CRD in v1beta1 and in v1, and the errors of API servers 1.15 to 1.17.
#include "schema/crd/convert.h"

#include "cli/batch/answer.h"
#include "cli/batch/batch.h"
#include "schema/crd/evaluate.h"
#include "schema/json/write.h"

namespace structural::cli {

base::Result<std::string> BatchConvert(std::string_view line, base::Arena& arena) {
  auto converted = crd::Convert(line, arena);
  if (!converted.ok()) return converted.error();
  return std::move(converted->json);
}

base::Result<std::string> BatchConditionInternal(std::string_view line, base::Arena& arena) {
  const auto verdict = crd::EvaluateInternal(line, arena);
  if (!verdict.ok()) return verdict.error();
  json::Writer to;
  to.BeginObject().Add("apiVersion", crd::Name(verdict->api_version));
  const bool represented = verdict->structural_error.empty();
  if (represented) to.Add("errors", TextsOf(verdict->violations));
  to.Add("name", verdict->name);
  if (!represented) to.Add("structuralError", verdict->structural_error);
  return to.EndObject().Take();
}

}  // namespace structural::cli
