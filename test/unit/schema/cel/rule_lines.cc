// Reads the lines that test/oracle/upstream/collect_rules.go.txt writes, {"op": "compile"|"run"|"path", "schema", …},
// and answers each. An answer about the rules of a schema has the same format as Kubernetes' answer, which the line has
// in "answer".
#include "schema/crd/model/decode.h"
#include "schema/crd/model/new_structural.h"
#include "schema/crd/model/valid_field_path.h"
#include "schema/expressions/compile.h"
#include "schema/expressions/rule_set.h"
#include "test/support/answer_lines.h"

namespace structural::test {
namespace {

using nlohmann::json;

const crd::Structural& SchemaFrom(const std::string& text, base::Arena& arena) {
  structural::json::JsonReader in(text, arena);
  auto* props = arena.New<crd::JSONSchemaProps>();
  crd::DecodeSchema(in, arena, *props);
  if (!in.AtEnd()) throw std::runtime_error(in.error().message());
  const auto made = crd::NewStructural(*props, arena);
  if (const auto* reason = std::get_if<crd::NotRepresentable>(&made)) throw std::runtime_error(reason->text);
  return *std::get<const crd::Structural*>(made);
}

json CompiledAnswer(const json& line, const crd::Structural& schema, base::Arena& arena) {
  const auto* declared = expressions::Declare(schema, line.at("isResourceRoot"), arena);
  expressions::CompilationOptions editions;
  if (line.at("stored")) editions.is_stored_rule = editions.is_stored_message = [](std::string_view) { return true; };
  expressions::CompilationBudget compilation_budget;
  expressions::RuleCompiler compiler(*declared, editions, compilation_budget);
  json answer = json::array();
  for (const crd::ValidationRule* rule : schema.x_validations) {
    const auto compiled = compiler.Compile(*rule);
    answer.push_back({{"error", compiled.error},
                      {"usesOldSelf", compiled.uses_old_self},
                      {"maxCost", compiled.max_cost},
                      {"maxCardinality", compiled.max_calls},
                      {"messageError", compiled.message_error},
                      {"messageMaxCost", compiled.message_max_cost},
                      {"hasMessage", compiled.has_message}});
  }
  return answer;
}

json RunAnswer(const json& line, const crd::Structural& schema, base::Arena& arena) {
  structural::json::Parser parser(arena);
  const std::string object_text = line.at("object").dump(), old_text = line.at("old").dump();
  const auto object = parser.Parse(object_text), old = parser.Parse(old_text);
  if (!object.ok() || !old.ok()) throw std::runtime_error("the objects cannot be read");
  crd::CorrelationCache memory;
  crd::CorrelatedValue update;
  if (line.at("ratchets")) update = crd::CorrelatedValue(*object, *old, schema, memory);
  const expressions::RuleSet rules(schema, {.is_resource = line.at("isResourceRoot")});
  const kubernetes::FieldName path{line.at("path").get<std::string>()};
  const std::int64_t budget = line.at("budget");
  const auto found =
      rules.Run({.object = *object, .old = &*old, .correlated = &update, .path = &path, .cost_limit = budget}, arena);
  return {{"errors", kubernetes::TextsOf(found.errors)},
          {"warnings", kubernetes::TextsOf(found.warnings)},
          {"remaining", found.limit_exceeded ? -1 : budget - found.cost}};
}

json PathAnswer(const json& line, const crd::Structural& schema) {
  const std::string path = line.at("path");
  const auto found = crd::ValidFieldPath(path, &schema, true);
  if (const auto* why = std::get_if<std::string>(&found)) return {{"error", *why}, {"path", ""}};
  return {{"error", ""}, {"path", std::get<crd::FoundField>(found).path}};
}

std::string RuleAnswer(const json& line) {
  base::Arena arena;
  const std::string text = line.at("schema").dump();
  const crd::Structural& schema = SchemaFrom(text, arena);
  const std::string op = line.at("op");
  const json answer = op == "compile" ? CompiledAnswer(line, schema, arena)
                      : op == "run"   ? RunAnswer(line, schema, arena)
                                      : PathAnswer(line, schema);
  return answer.dump();
}

}  // namespace
}  // namespace structural::test

int main() {
  structural::test::AnswerLines([](const nlohmann::json& line) -> std::string {
    try {
      return structural::test::RuleAnswer(line);
    } catch (const std::exception& error) {
      return nlohmann::json{{"error", error.what()}}.dump();
    }
  });
}
