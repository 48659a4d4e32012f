// {CRD} -> {"name","versions":[{"version","rules":[…],"totalCost"}]}: the CEL rules of a CRD,
// compiled as for its creation, and their estimated costs.
#include "cli/batch/answer.h"
#include "cli/batch/batch.h"
#include "schema/base/output_budget.h"
#include "schema/crd/crd.h"
#include "schema/crd/model/new_structural.h"
#include "schema/crd/rules/validate.h"
#include "schema/expressions/visit_rules.h"
#include "schema/json/write.h"
#include "schema/kubernetes/violation.h"

namespace structural::cli {
namespace {

using expressions::AddCost;
using expressions::CompiledRule;
using expressions::SchemaScope;
using expressions::VisitedRule;
using kubernetes::FieldPath;

void AddText(const std::string& text, json::Writer& to) {
  text.empty() ? to.Add(nullptr) : to.Add(std::string_view(text));
}

class RuleWriter {
 public:
  RuleWriter(bool stored, std::size_t input, expressions::CompilationBudget& effort, const std::string& text,
             json::Writer& to)
      : effort_(effort), to_(to), text_(text), input_(input) {
    if (stored) editions_.rule = editions_.message = [](std::string_view) { return true; };
  }

  base::Status Write(const SchemaScope& root, const FieldPath& path) {
    return VisitRules(root, path, editions_, effort_, [&](const VisitedRule& rule) {
      base::Status fits = base::CheckDocumentSize("the answer", text_.size(), input_);
      if (fits.ok()) Rule(rule);
      return fits;
    });
  }

  std::uint64_t total_cost() const { return total_cost_; }

 private:
  void Rule(const VisitedRule& visited) {
    const CompiledRule& compiled = visited.compiled;
    const auto& values = visited.at.max_values();
    total_cost_ = AddCost(total_cost_, visited.cost);
    to_.BeginObject().Add("path", visited.path.String()).Add("rule", visited.rule.rule);
    to_.Key("error");
    AddText(compiled.error, to_);
    to_.Add("maxCost", compiled.max_cost).Key("maxCardinality");
    values ? to_.Add(*values) : to_.Add(nullptr);
    to_.Add("sizeCardinality", compiled.max_calls).Add("cost", visited.cost);
    to_.Add("transition", compiled.uses_old_self).Key("messageExpression");
    Message(visited.rule, compiled);
    to_.EndObject();
  }

  void Message(const crd::ValidationRule& rule, const CompiledRule& compiled) {
    if (rule.message_expression.empty()) {
      to_.Add(nullptr);
      return;
    }
    to_.BeginObject().Add("expression", rule.message_expression).Key("error");
    AddText(compiled.message_error, to_);
    to_.Add("maxCost", compiled.message_max_cost).EndObject();
    if (compiled.has_message) total_cost_ = AddCost(total_cost_, compiled.message_max_cost);
  }

  expressions::CompilationOptions editions_;
  expressions::CompilationBudget& effort_;
  json::Writer& to_;
  const std::string& text_;  // output so far
  const std::size_t input_;  // size of the line in bytes
  std::uint64_t total_cost_ = 0;
};

base::Status WriteVersion(const crd::Version& version, const FieldPath& path, RuleWriter&& rules, base::Arena& arena,
                          json::Writer& to) {
  to.BeginObject().Add("version", version.name);
  const auto form = crd::NewStructural(*version.schema, arena, crd::EmptyLists::kKeep);
  const auto* reason = std::get_if<crd::NotRepresentable>(&form);
  if (reason != nullptr) {
    to.Add("error", reason->text).Key("rules").BeginList();
  } else {
    const crd::Structural& schema = *std::get<const crd::Structural*>(form);
    const auto violations = crd::ValidateStructural(path, schema);
    if (!violations.empty()) to.Add("error", kubernetes::Message(violations));
    to.Key("rules").BeginList();
    if (violations.empty()) {
      const base::Status status = rules.Write(SchemaScope(*version.schema, schema, arena), path);
      if (!status.ok()) return status;
    }
  }
  to.EndList().Add("totalCost", rules.total_cost()).EndObject();
  return base::Ok();
}

base::Result<std::string> Answer(std::string_view line, base::Arena& arena, bool stored) {
  const auto crd = crd::Decode(line, arena);
  if (!crd.ok()) return crd.error();
  expressions::CompilationBudget effort;
  std::string text;
  json::Writer to(text);
  to.BeginObject().Add("name", crd->metadata.name).Key("versions").BeginList();
  for (std::size_t i = 0; i < crd->versions.size(); ++i) {
    const crd::Version& version = crd->versions[i];
    if (version.schema == nullptr) {
      to.BeginObject().Add("version", version.name).Key("rules").BeginList().EndList();
      to.Add("totalCost", 0).EndObject();
      continue;
    }
    const FieldPath spec("spec");
    const FieldPath at = spec.Child("versions", i), holder = at.Child("schema");
    const base::Status status = WriteVersion(version, holder.Child("openAPIV3Schema"),
                                             RuleWriter(stored, line.size(), effort, text, to), arena, to);
    if (!status.ok()) return status.error();
  }
  to.EndList().EndObject();
  return text;
}

}  // namespace

base::Result<std::string> BatchCrdCel(std::string_view line, base::Arena& arena) { return Answer(line, arena, false); }

base::Result<std::string> BatchCrdCelStored(std::string_view line, base::Arena& arena) {
  return Answer(line, arena, true);
}

}  // namespace structural::cli
