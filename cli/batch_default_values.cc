// The defaults within a schema: {"schema": S, "isResourceRoot": …}.
#include <nlohmann/json.hpp>

#include "cli/batch.h"
#include "cli/batch_answer.h"
#include "cli/schema_line.h"
#include "schema/api/dump.h"
#include "schema/model/to_kube_openapi.h"
#include "schema/ops/default_values.h"

namespace structural::cli {

base::Result<std::string> BatchPruneDefaults(std::string_view text, base::Arena& arena) {
  const auto line = ReadSchemaLine(text, arena);
  if (!line.ok()) return line.error();
  if (line->structural == nullptr)
    return {base::ErrorCode::kInvalidInput, "the line has no schema"};
  const auto pruned = ops::PruneDefaults(*line->structural, arena);
  if (!pruned.ok()) return pruned.error();
  return api::Dump(nlohmann::json{{"schema", model::ToKubeOpenAPI(**pruned)}});
}

base::Result<std::string> BatchValidateDefaults(std::string_view text, base::Arena& arena) {
  const auto line = ReadSchemaLine(text, arena);
  if (!line.ok()) return line.error();
  const ops::DefaultsRules rules{line->is_resource_root, line->require_pruned_defaults};
  std::string answer = "{\"errors\":";
  AppendTexts(ops::ValidateDefaults(JoinedPath(*line), line->structural, rules, arena), answer);
  AppendNotice(line->structural, answer);
  return answer += '}';
}

}  // namespace structural::cli
