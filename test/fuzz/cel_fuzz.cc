// Parses any text as a CEL expression. Requires that two runs return equal issues or equal trees. The position of an
// issue is in the text or missing; the position of each node of a tree is in the text. Requires that a tree can be
// checked, printed and run, that its parts are in the text, and that the parts' costs add up to its cost.
#include "schema/cel/check.h"
#include "schema/cel/parse.h"
#include "schema/expressions/api/cel.h"
#include "test/fuzz/in_memory.h"
#include "test/support/cel_debug.h"

namespace structural::fuzz {

// fixed_bytes is the memory for cel::kMaxNodes nodes, which a text of a few bytes may need.
const Cost kCost{.bytes_per_byte = 4096, .fixed_bytes = 256 << 20, .microseconds_per_byte = 500};

namespace {

// Maximum number of nodes of a tree that is printed. A larger tree is not printed, since each line is indented by its
// depth.
constexpr std::int64_t kMaxPrinted = 10'000;

void RequirePlaces(const cel::Parsed& parsed, const cel::Source& source) {
  for (const cel::Issue& issue : parsed.issues.kept()) {
    const bool nowhere = issue.location.line == -1;
    Require(nowhere || source.text().empty() || source.Line(issue.location.line).has_value(),
            "an issue is in the text");
  }
  for (std::int64_t id = 1; id <= parsed.places.last_id(); ++id) {
    Require(parsed.places.Find(id) <= source.size(), "a place is in the text");
  }
}

// Checks the types of the expression, which may use the variables a, b and self of type dyn. Requires that the
// expression has a type, and that issues can be printed.
void RequireTypes(const cel::Parsed& parsed, const cel::Source& source, base::Arena& arena) {
  const cel::Type& dyn = cel::BasicType(cel::TypeKind::kDyn);
  const cel::CheckEnvironment environment = {.variables = {{"a", &dyn}, {"b", &dyn}, {"self", &dyn}}};
  const auto checked = cel::Check(parsed, source, environment, arena);
  if (!checked.ok()) return;
  Require(checked->types[parsed.root->id] != nullptr, "an expression has a type");
  Require(checked->issues.empty() || checked->issues.Display(source).starts_with("ERROR: "), "issues can be printed");
}

void RequireParts(std::string_view input) {
  cel::Environment environment;
  for (const char* name : {"a", "b", "self"}) environment.Declare(name, cel::BasicType(cel::TypeKind::kDyn));
  const cel::Compilation compiled = environment.Compile(input, {.parts = true});
  if (!compiled.ok()) return;
  const std::string_view text = compiled.expression->text();
  for (const cel::ExpressionPart& part : compiled.expression->parts()) {
    Require(!part.text.empty(), "a part has a text");
    Require(part.text.data() >= text.data() && part.text.end() <= text.end(), "a part of the text");
    Require(part.at.line > 0, "a part has a place");
  }
  const json::Value value = json::Value::Int(1);
  const cel::Binding bindings[] = {{"a", value}, {"self", value}};
  cel::Evaluation evaluation;
  evaluation.set_trace(true);
  const cel::Result& result = evaluation.Run(*compiled.expression, bindings, {.cost = 1000});
  Require(evaluation.Costs(*compiled.expression)[0] == result.cost, "the costs of parts add up");
  if (result.ok()) static_cast<void>(evaluation.Text(10'000));
}

}  // namespace

void Try(std::string_view input) {
  const MemoryLimit memory(input.size());
  const cel::Source source(input);
  base::Arena arena;
  const auto parsed = cel::Parse(source, {}, arena);
  if (!parsed.ok()) return;
  Require((parsed->root == nullptr) == !parsed->issues.empty(), "a tree or issues");
  RequirePlaces(*parsed, source);
  base::Arena other;
  const auto again = cel::Parse(source, {}, other);
  Require(again.ok(), "the same twice");
  Require(again->issues.Display(source) == parsed->issues.Display(source), "the same twice");
  if (parsed->root == nullptr) return;
  RequireTypes(*parsed, source, arena);
  if (parsed->places.last_id() > kMaxPrinted) return;
  RequireParts(input);
  const auto print = [&](const cel::Parsed& of) {
    return cel::DebugString(*of.root, cel::Adornment::kKinds, of.places, source);
  };
  Require(print(*parsed) == print(*again), "the same twice");
}

}  // namespace structural::fuzz
