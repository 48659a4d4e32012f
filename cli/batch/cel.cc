// {"expr", "schema"[, "self", "oldSelf", "optionalOldSelf", "isResourceRoot", "mode"]} ->
// {"actualCost","compile","cost","result","type"}: compiles a CEL expression of any type as a rule
// of the schema, and evaluates it for `self`.
#include "cli/batch/answer.h"
#include "cli/batch/batch.h"
#include "cli/shared/schema_line.h"
#include "schema/cel/cost/estimate.h"
#include "schema/cel/eval/json.h"
#include "schema/cel/eval/operations.h"
#include "schema/cel/eval/program.h"
#include "schema/cel/library/library.h"
#include "schema/expressions/object/to_value.h"
#include "schema/expressions/object/view.h"
#include "schema/expressions/self_types.h"
#include "schema/go/letter_case.h"
#include "schema/json/write.h"

namespace structural::cli {
namespace {

namespace eval = cel::eval;

struct CelLine {
  std::string_view expression;
  std::optional<json::Value> self, old_self;
  bool optional_old_self = false;
  bool stored = false;
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

// The results for an expression. A member is empty if its result is unknown.
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
    const cel::Edition edition = {.stored = line_.stored};
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
        data, schema_.is_resource_root ? cel::object::AsResource(schema) : cel::object::View{&schema}, context);
  }

  std::optional<eval::Value> OldSelf(eval::Context& context) const {
    const bool given = line_.old_self && !line_.old_self->is_null();
    if (!given && !line_.optional_old_self) return std::nullopt;
    if (!given) return eval::Value::NoOptional();
    const eval::Value value = ValueOf(*line_.old_self, context);
    return line_.optional_old_self ? context.Optional(value) : value;
  }

  const CelLine& line_;
  const SchemaLine& schema_;
  base::Arena& arena_;
};

}  // namespace

base::Result<std::string> BatchCel(std::string_view text, base::Arena& arena) {
  const auto schema = ReadSchemaLine(text, arena);
  if (!schema.ok()) return schema.error();
  const auto line = ReadCelLine(text, arena);
  if (!line.ok()) return line.error();
  const auto invalid = [](std::string message) {
    return base::Error(base::ErrorCode::kInvalidInput, std::move(message));
  };
  if (schema->structural == nullptr) return invalid("no schema");
  const auto* declared = expressions::Declare(*schema->structural, schema->is_resource_root, arena);
  if (declared == nullptr) return invalid("the schema has no CEL type");
  return Written(CelChecker(*line, *schema, arena).Run(*declared));
}

}  // namespace structural::cli
