// Upstream: apiserver/pkg/cel/library/regex.go (v0.37.2).
#include <vector>

#include "schema/cel/eval/operations.h"
#include "schema/cel/eval/pattern.h"
#include "schema/cel/library/costs.h"
#include "schema/cel/library/library.h"

namespace structural::cel::library {
namespace {

Value IllegalRegex(const go::Pattern& pattern, Context& context) {
  return context.Fail({"Illegal regex: ", pattern.error()});
}

Value Find(Arguments arguments, Context& context) {
  const go::Pattern* const pattern = eval::FindPattern(arguments[1].text(), context);
  if (pattern == nullptr) return Value::Error(context.why_stopped());
  if (!pattern->error().empty()) return IllegalRegex(*pattern, context);
  const auto found = pattern->FindAll(arguments[0].text(), 1);
  return Value::String(!found || found->empty() ? std::string_view() : found->front());
}

Value FindAll(Arguments arguments, Context& context) {
  const go::Pattern* const pattern = eval::FindPattern(arguments[1].text(), context);
  if (pattern == nullptr) return Value::Error(context.why_stopped());
  if (!pattern->error().empty()) return IllegalRegex(*pattern, context);
  const std::int64_t max = arguments.size() > 2 ? arguments[2].integer() : -1;
  const auto found = pattern->FindAll(arguments[0].text(), max);
  if (!found) return Value::Error("the regex reads the text too often");
  std::vector<Value> parts;
  for (const std::string_view part : *found) parts.push_back(Value::String(part));
  return context.List(parts);
}

CallCost CostOfFind(std::string_view, Arguments arguments, const Value&, Context&) {
  return PatternCost(eval::ActualSize(arguments[0]), eval::ActualSize(arguments[1]));
}

constexpr eval::Implementation kRegexRows[] = {
    {.overload = "string_find_string", .run = Find, .pattern_argument = 1},
    {.overload = "string_find_all_string", .run = FindAll, .pattern_argument = 1},
    {.overload = "string_find_all_string_int", .run = FindAll, .pattern_argument = 1},
};

constexpr eval::FunctionCost kRegexCosts[] = {{"find", CostOfFind}, {"findAll", CostOfFind}};

}  // namespace

const eval::Library kRegex = {kRegexRows, kRegexCosts};

}  // namespace structural::cel::library
