// {CRD} -> both versions of it, and what API servers of 1.15 to 1.17 said of it.
#include "schema/crd/convert.h"

#include <nlohmann/json.hpp>

#include "cli/batch/batch.h"
#include "schema/api/dump.h"

namespace structural::cli {

using nlohmann::json;

base::Result<std::string> BatchConvert(std::string_view line, base::Arena&) {
  const auto converted = crd::Convert(line);
  if (!converted.ok()) return converted.error();
  return "{\"v1\":" + converted->v1 + ",\"v1beta1\":" + converted->v1beta1 + "}";
}

base::Result<std::string> BatchConditionInternal(std::string_view line, base::Arena&) {
  const auto verdict = crd::EvaluateInternal(line);
  if (!verdict.ok()) return verdict.error();
  json out = {{"apiVersion", crd::Name(verdict->api_version)}, {"name", verdict->name}};
  if (!verdict->structural_error.empty()) {
    out["structuralError"] = verdict->structural_error;
    return api::Dump(out);
  }
  out["errors"] = json::array();
  for (const auto& violation : verdict->violations) out["errors"].push_back(violation.text);
  return api::Dump(out);
}

}  // namespace structural::cli
