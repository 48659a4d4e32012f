// Operations on expressions in CEL.
#include "cli/batch/batch.h"
#include "cli/batch/lines.h"
#include "cli/shared/schema_line.h"
#include "schema/base/output_budget.h"
#include "schema/cel/cost/estimate.h"
#include "schema/cel/eval/json.h"
#include "schema/cel/eval/operations.h"
#include "schema/cel/eval/program.h"
#include "schema/cel/library/library.h"
#include "schema/crd/crd.h"
#include "schema/crd/model/new_structural.h"
#include "schema/crd/rules/validate.h"
#include "schema/expressions/compile.h"
#include "schema/expressions/object/to_value.h"
#include "schema/expressions/self_types.h"
#include "schema/go/letter_case.h"
#include "schema/json/write.h"
#include "schema/kubernetes/violation.h"

namespace structural::cli {
namespace {

namespace eval = cel::eval;

struct CelLine {
  std::string_view expression;
  std::optional<json::Value> self, old_self;
  bool optional_old_self = false;
  bool stored = false;
  int minor = kubernetes::kDefaultMinor;
};

base::Result<CelLine> ReadCelLine(std::string_view text, base::Arena& arena) {
  CelLine line;
  json::JsonReader in(text, arena);
  json::Parser parser(arena);
  in.BeginObject();
  for (std::string_view key; in.NextKey(&key);) {
    if (go::EqualFold(key, "expr")) {
      line.expression = in.String();
    } else if (go::EqualFold(key, "self")) {
      line.self = parser.Read(in);
    } else if (go::EqualFold(key, "oldself")) {
      line.old_self = parser.Read(in);
    } else if (go::EqualFold(key, "optionaloldself")) {
      line.optional_old_self = in.Bool();
    } else if (go::EqualFold(key, "mode")) {
      line.stored = in.String() == "stored";
    } else {
      in.Skip();
    }
  }
  if (!in.AtEnd()) return in.error();
  return line;
}

// The answer to a line with an expression. A member is empty if the expression has no such result.
struct CelAnswer {
  std::string compile = {}, type = {}, result = {};
  std::optional<std::uint64_t> cost = {}, actual_cost = {};
};

void AddNumber(std::string_view name, const std::optional<std::uint64_t>& number, json::Writer& to) {
  to.Key(name);
  number ? to.Add(*number) : to.Add(nullptr);
}

std::string Written(const CelAnswer& answer) {
  json::Writer to;
  AddNumber("actualCost", answer.actual_cost, to.BeginObject());
  to.Key("compile");
  answer.compile.empty() ? to.Add(nullptr) : to.Add(std::string_view(answer.compile));
  AddNumber("cost", answer.cost, to);
  to.Key("result").Raw(answer.result.empty() ? "null" : answer.result).Key("type");
  answer.type.empty() ? to.Add(nullptr) : to.Add(std::string_view(answer.type));
  return to.EndObject().Take();
}

// Compiles and evaluates one expression for one schema.
class CelChecker {
 public:
  CelChecker(const CelLine& line, const SchemaLine& schema, base::Arena& arena)
      : line_(line), schema_(schema), arena_(arena) {}

  CelAnswer Run(const expressions::DeclaredType& declared) {
    const cel::Source source(line_.expression);
    const cel::Edition edition = {.minor = line_.minor, .stored = line_.stored};
    const auto parsed = cel::Parse(source, cel::ParseOptionsOf(edition), arena_);
    if (!parsed.ok()) return {.compile = parsed.error().message()};
    if (parsed->root == nullptr) return {.compile = parsed->issues.Display(source)};
    const expressions::SelfTypes types(declared, arena_);
    const auto environment = types.Environment(line_.optional_old_self, edition);
    const auto checked = cel::Check(*parsed, source, environment, arena_);
    if (!checked.ok()) return {.compile = checked.error().message()};
    if (!checked->issues.empty()) return {.compile = checked->issues.Display(source)};
    CelAnswer answer = {.type = eval::PrintType(*checked->types[parsed->root->id])};
    static constexpr std::string_view kVariables[] = {"self", "oldSelf"};
    const auto program = eval::Program::Make(*parsed, *checked, {&cel::library::Functions(), kVariables, edition});
    if (!program.ok()) {
      answer.compile = "program instantiation failed: " + program.error().message();
      return answer;
    }
    answer.cost = cel::cost::EstimateCost(*parsed->root, *checked, types, edition.minor, arena_).max;
    if (line_.self) Evaluate(**program, answer);
    return answer;
  }

 private:
  void Evaluate(const eval::Program& program, CelAnswer& answer) {
    thread_local eval::Evaluator evaluator;
    eval::Context context(arena_);
    const std::optional<eval::Value> variables[] = {ValueOf(*line_.self, context), OldSelf(context)};
    const eval::Outcome outcome = evaluator.Run(program, variables, context);
    answer.actual_cost = outcome.cost;
    eval::Context printing(arena_);
    if (!eval::AppendValue(outcome.value, printing, answer.result))
      answer.result = R"({"error":"the value is too large to print"})";
  }

  eval::Value ValueOf(const json::Value& data, eval::Context& context) const {
    const crd::Structural& schema = *schema_.structural;
    return cel::object::ToValue(
        data, schema_.is_resource_root ? cel::object::AsResource(schema) : cel::object::SchemaView{&schema}, context);
  }

  std::optional<eval::Value> OldSelf(eval::Context& context) const {
    const bool given = line_.old_self && !line_.old_self->is_null();
    if (!given && !line_.optional_old_self) return std::nullopt;
    if (!given) return eval::Value::EmptyOptional();
    const eval::Value value = ValueOf(*line_.old_self, context);
    return line_.optional_old_self ? context.Optional(value) : value;
  }

  const CelLine& line_;
  const SchemaLine& schema_;
  base::Arena& arena_;
};

}  // namespace

// Line: {"expr", "schema"[, "self", "oldSelf", "optionalOldSelf", "isResourceRoot", "mode"]}. Answer:
// {"actualCost","compile","cost", "result","type"}. Compiles "expr" as a CEL rule of the schema, but allows results of
// any type, and evaluates it for "self".
base::Result<std::string> AnswerCelLine(std::string_view text, base::Arena& arena) {
  const auto schema = ReadSchemaLine(text, arena);
  if (!schema.ok()) return schema.error();
  auto line = ReadCelLine(text, arena);
  if (!line.ok()) return line.error();
  const auto release = ReleaseIn(text, arena);
  if (!release.ok()) return release.error();
  line->minor = release->minor();
  const auto invalid = [](std::string message) {
    return base::Error(base::ErrorCode::kInvalidInput, std::move(message));
  };
  if (schema->structural == nullptr) return invalid("no schema");
  const auto* declared = expressions::Declare(*schema->structural, schema->is_resource_root, arena, line->minor);
  if (declared == nullptr) return invalid("the schema has no CEL type");
  return Written(CelChecker(*line, *schema, arena).Run(*declared));
}

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
  RuleWriter(bool stored, int minor, std::size_t input, expressions::CompilationBudget& compilation_budget,
             const std::string& text, json::Writer& to)
      : editions_{.minor = minor}, compilation_budget_(compilation_budget), to_(to), text_(text), input_(input) {
    if (stored) editions_.is_stored_rule = editions_.is_stored_message = [](std::string_view) { return true; };
  }

  base::Status Write(const SchemaScope& root, const FieldPath& path) {
    return VisitRules(root, path, editions_, compilation_budget_, [&](const VisitedRule& rule) {
      base::Status fits = base::CheckDocumentSize("the answer", text_.size(), input_);
      if (fits.ok()) Rule(rule);
      return fits;
    });
  }

  std::uint64_t total_cost() const { return total_cost_; }

 private:
  void Rule(const VisitedRule& visited) {
    const CompiledRule& compiled = visited.compiled;
    const auto& values = visited.scope.max_values();
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
  expressions::CompilationBudget& compilation_budget_;
  json::Writer& to_;
  const std::string& text_;  // text that `to_` has written so far
  const std::size_t input_;  // size of the line in bytes
  std::uint64_t total_cost_ = 0;
};

base::Status WriteVersion(const crd::Version& version, int minor, const FieldPath& path, RuleWriter&& rules,
                          base::Arena& arena, json::Writer& to) {
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
      const base::Status status = rules.Write(SchemaScope(*version.schema, schema, arena, minor), path);
      if (!status.ok()) return status;
    }
  }
  to.EndList().Add("totalCost", rules.total_cost()).EndObject();
  return base::Ok();
}

base::Result<std::string> Answer(std::string_view line, base::Arena& arena, bool stored) {
  const auto crd = crd::Decode(line, arena);
  if (!crd.ok()) return crd.error();
  const auto release = ReleaseIn(line, arena);
  if (!release.ok()) return release.error();
  const int minor = release->minor();
  expressions::CompilationBudget compilation_budget;
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
    const base::Status status =
        WriteVersion(version, minor, holder.Child("openAPIV3Schema"),
                     RuleWriter(stored, minor, line.size(), compilation_budget, text, to), arena, to);
    if (!status.ok()) return status.error();
  }
  to.EndList().EndObject();
  return text;
}

}  // namespace

// Line: a CRD. Answer: {"name","versions":[{"version","rules":[…],"totalCost"}]}, the CEL rules of the CRD with the
// errors and the estimated costs that a server finds when it creates the CRD.
base::Result<std::string> AnswerCrdCelLine(std::string_view line, base::Arena& arena) {
  return Answer(line, arena, false);
}

// Like AnswerCrdCelLine, with the errors and costs that a server finds in a CRD that it has already stored.
base::Result<std::string> AnswerCrdCelStoredLine(std::string_view line, base::Arena& arena) {
  return Answer(line, arena, true);
}

}  // namespace structural::cli
