// Checks and prunes the defaults within a schema: {"schema": S, "isResourceRoot": …}.
#include "schema/objects/default_values.h"

#include "cli/batch/answer.h"
#include "cli/batch/batch.h"
#include "cli/shared/schema_line.h"
#include "schema/json/write.h"
#include "schema/publish/schema_writer.h"
#include "schema/validate/default_rules.h"

namespace structural::cli {

base::Result<std::string> BatchPruneDefaults(std::string_view text, base::Arena& arena) {
  const auto line = ReadSchemaLine(text, arena);
  if (!line.ok()) return line.error();
  if (line->structural == nullptr) return {base::ErrorCode::kInvalidInput, "the line has no schema"};
  const auto pruned = objects::PruneDefaults(*line->structural, arena);
  if (!pruned.ok()) return pruned.error();
  std::string answer = "{\"schema\":";
  publish::SchemaWriter(arena, answer).Write(**pruned);
  return answer += '}';
}

base::Result<std::string> BatchValidateDefaults(std::string_view text, base::Arena& arena) {
  const auto line = ReadSchemaLine(text, arena);
  if (!line.ok()) return line.error();
  expressions::CompilationBudget effort;
  const objects::DefaultsRules rules{line->is_resource_root, line->require_pruned_defaults,
                                     validate::RulesOfDefaults(effort, arena)};
  json::Writer to;
  to.BeginObject().Add(
      "errors", kubernetes::TextsOf(objects::ValidateDefaults({JoinedPath(*line)}, line->structural, rules, arena)));
  return to.EndObject().Take();
}

}  // namespace structural::cli
