// Reads any text as a schema with rules in CEL, an object and an older one, {"schema": S, "object": O, "old": O}.
// Requires that compiling and running the rules stays within their budgets, and that two runs have the same result.
#include <string>
#include <vector>

#include "schema/base/output_budget.h"
#include "schema/crd/model/decode.h"
#include "schema/crd/model/new_structural.h"
#include "schema/expressions/compile.h"
#include "schema/expressions/rule_set.h"
#include "schema/expressions/scope.h"
#include "schema/json/reader.h"
#include "test/fuzz/in_memory.h"

namespace structural::fuzz {

// fixed_bytes covers expressions::CompilationBudget, and the limits for one object: kObjectCostLimit and
// cel::eval::RunBudget.
const Cost kCost{.bytes_per_byte = 8192, .fixed_bytes = 512 << 20, .microseconds_per_byte = 500, .fixed_seconds = 60};

namespace {

constexpr std::int64_t kCheap = 100'000;  // maximum cost of rules that the target runs twice to compare the results

using crd::Structural;
using expressions::RuleSetResult;

struct Input {
  crd::JSONSchemaProps props;
  const Structural* schema = nullptr;
  std::string_view object, old;
};

Input Read(std::string_view text, base::Arena& arena) {
  json::JsonReader in(text, arena);
  std::string_view schema, key;
  Input input;
  for (in.BeginObject(); in.NextKey(&key);) {
    (key == "schema" ? schema : key == "object" ? input.object : key == "old" ? input.old : key) = in.Skip();
  }
  json::JsonReader fields(schema, arena);
  if (!in.AtEnd() || fields.Peek() != json::JsonReader::Kind::kObject) return input;
  crd::DecodeSchema(fields, arena, input.props);
  if (!fields.AtEnd() || crd::HasUnrepresentableNumber(input.props)) return input;
  const auto form = crd::NewStructural(input.props, arena, crd::EmptyLists::kKeep);
  if (form.index() == 0) input.schema = std::get<0>(form);
  return input;
}

// Compiles the rules of a schema and of the schemas in it, as the validation of a CRD does. Requires that a rule that
// does not compile has no cost.
class Compilation {
 public:
  void Visit(const expressions::SchemaScope& at) {
    const auto& props = at.props();
    const auto* declared = props.rare->x_validations.empty() ? nullptr : at.SelfType();
    if (declared != nullptr) Rules(*declared, props);
    for (const auto& [name, schema] : props.properties) Visit(at.Property(name));
    const auto* additional = props.additional_properties;
    if (additional != nullptr && additional->schema != nullptr) Visit(at.AdditionalProperties());
    if (props.items != nullptr && props.items->schema != nullptr) Visit(at.Items());
  }

 private:
  void Rules(const expressions::DeclaredType& declared, const crd::JSONSchemaProps& props) {
    expressions::RuleCompiler compiler(declared, editions_, effort_);
    for (const crd::ValidationRule* rule : props.rare->x_validations) {
      const auto compiled = compiler.Compile(*rule);
      Require(compiled.error.empty() || compiled.max_cost == 0, "what fails has no cost");
    }
  }

  const expressions::CompilationOptions editions_;
  expressions::CompilationBudget effort_;
};

void RequireWithinBudget(const std::vector<kubernetes::FieldError>& errors) {
  std::size_t bytes = 0;
  for (const kubernetes::FieldError& error : errors) bytes += error.Text().size();
  RequireBound(bytes, 0, 0, base::OutputBudget::kMaxKeptBytes + base::kTruncated.size(), "texts are within the budget");
}

RuleSetResult Run(const expressions::RuleSet& rules, const Structural& schema, const json::Value& object,
                  const json::Value* old) {
  base::Arena arena;
  crd::CorrelationCache memory;
  crd::CorrelatedValue update;
  if (old != nullptr) update = crd::CorrelatedValue(object, *old, schema, memory);
  auto findings = rules.Run({.object = object, .old = old, .correlated = &update}, arena);
  RequireWithinBudget(findings.errors);
  RequireWithinBudget(findings.warnings);
  return findings;
}

void CheckRules(const Structural& schema, const json::Value& object, const json::Value* old) {
  const expressions::RuleSet rules(schema);
  const RuleSetResult first = Run(rules, schema, object, old);
  if (first.cost > kCheap) return;
  const RuleSetResult again = Run(rules, schema, object, old);
  Require(first.errors == again.errors && first.warnings == again.warnings && first.cost == again.cost,
          "the same twice");
  Require(first.cost >= 0 && first.cost <= expressions::kObjectCostLimit, "a budget is one");
  Require(old != nullptr || first.warnings.empty(), "only updates are warned of");
}

}  // namespace

void Try(std::string_view text) {
  const MemoryLimit memory(text.size());
  base::Arena arena;
  const Input input = Read(text, arena);
  if (input.schema == nullptr) return;
  Compilation().Visit(expressions::SchemaScope(input.props, *input.schema, arena));
  const auto object = json::Parser(arena).Parse(input.object);
  if (!object.ok()) return;
  CheckRules(*input.schema, *object, nullptr);
  const auto old = json::Parser(arena).Parse(input.old);
  if (old.ok()) CheckRules(*input.schema, *object, &*old);
}

}  // namespace structural::fuzz
