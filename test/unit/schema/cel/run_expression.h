// Runs an expression without variables, and returns its answer as JSON, in the form of the oracle's answers.
#pragma once

#include <string>

#include "schema/base/quote.h"
#include "schema/cel/eval/json.h"
#include "schema/cel/eval/operations.h"
#include "schema/cel/eval/program.h"
#include "schema/cel/library/library.h"

namespace structural::test {

inline std::string JsonText(std::string_view text) {
  std::string json;
  base::AppendJsonString(text, json);
  return json;
}

inline std::string RefusedExpression(std::string_view error, std::string_view type = {}) {
  return R"({"actualCost":null,"compile":)" + JsonText(error) + R"(,"result":null,"type":)" +
         (type.empty() ? "null" : JsonText(type)) + "}";
}

// Returns {"actualCost", "compile", "result", "type"}. "compile" is the error if the expression does not compile.
// `max_steps` limits the run.
inline std::string RunExpression(const std::string& text, std::int64_t max_steps = cel::eval::RunBudget::kMaxSteps) {
  const cel::Source source(text);
  base::Arena arena;
  const auto parsed = cel::Parse(source, {}, arena);
  if (!parsed.ok()) return RefusedExpression(parsed.error().message());
  if (parsed->root == nullptr) return RefusedExpression(parsed->issues.Display(source));
  const auto checked = cel::Check(*parsed, source, {}, arena);
  if (!checked.ok()) return RefusedExpression(checked.error().message());
  if (!checked->issues.empty()) return RefusedExpression(checked->issues.Display(source));
  const std::string type = cel::eval::PrintType(*checked->types[parsed->root->id]);
  const auto program = cel::eval::Program::Make(*parsed, *checked, {.functions = &cel::library::Functions()});
  if (!program.ok()) {
    return RefusedExpression("program instantiation failed: " + program.error().message(), type);
  }
  cel::eval::Context context(arena, max_steps);
  const auto outcome = cel::eval::Evaluator().Run(**program, {}, context);
  std::string answer = R"({"actualCost":)" + std::to_string(outcome.cost) + R"(,"compile":null,"result":)";
  cel::eval::Context printing(arena);
  cel::eval::AppendValue(outcome.value, printing, answer);
  return answer + R"(,"type":)" + JsonText(type) + "}";
}

}  // namespace structural::test
