// Input: SCHEMA \n SELF \n EXPRESSION. Compiles an expression over a value of a schema, estimates its cost, and runs it
// within limits. Requires that two runs have the same result, and that a lower cost limit changes nothing except that
// the run can end earlier.
#include <algorithm>
#include <atomic>
#include <optional>
#include <string>

#include "schema/cel/cost/estimate.h"
#include "schema/cel/eval/json.h"
#include "schema/cel/eval/operations.h"
#include "schema/cel/eval/program.h"
#include "schema/cel/library/library.h"
#include "schema/crd/model/decode.h"
#include "schema/crd/model/new_structural.h"
#include "schema/expressions/object/to_value.h"
#include "schema/expressions/self_types.h"
#include "schema/json/reader.h"
#include "test/fuzz/in_memory.h"

namespace structural::fuzz {

// fixed_bytes covers short expressions that need much memory: cel::kMaxNodes nodes, and values up to the cost limit.
const Cost kCost{.bytes_per_byte = 8192, .fixed_bytes = 512 << 20, .microseconds_per_byte = 500};

namespace {

namespace eval = cel::eval;
using crd::Structural;

// The limit is low, so that the fuzzer can try many inputs in a second.
constexpr std::uint64_t kCostLimit = 20'000;
constexpr std::int64_t kMaxSteps = 200'000;
constexpr std::string_view kExceeded = eval::kCostLimitExceeded;

struct Input {
  std::string_view schema, self, expression;
};

std::string_view TakeLine(std::string_view& text) {
  const auto end = std::min(text.find('\n'), text.size());
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return line;
}

// Returns the structural form of the schema, or null if it has none or the text is not a schema.
const Structural* ReadSchema(std::string_view text, base::Arena& arena) {
  json::JsonReader in(text, arena);
  crd::JSONSchemaProps props;
  if (in.Peek() != json::JsonReader::Kind::kObject) return nullptr;
  crd::DecodeSchema(in, arena, props);
  if (!in.AtEnd() || crd::HasUnrepresentableNumber(props)) return nullptr;
  const auto form = crd::NewStructural(props, arena);
  return form.index() == 0 ? std::get<0>(form) : nullptr;
}

struct Answer {
  std::string text;  // beginning of the printed result, for comparisons
  bool failed = false;
  std::uint64_t cost = 0;
  bool cancelled = false;
};

class Runs {
 public:
  Runs(const eval::Program& program, const json::Value& self, const Structural& schema)
      : program_(program), self_(self), schema_(schema) {}

  Answer Run(std::uint64_t limit, const std::atomic<bool>* cancelled = nullptr) {
    base::Arena arena;
    eval::Context context(arena, kMaxSteps);
    const eval::Value self = cel::object::ToValue(self_, {&schema_}, context);
    const std::optional<eval::Value> variables[] = {self, std::nullopt};
    const auto outcome = evaluator_.Run(program_, variables, context, {limit, cancelled});
    eval::Context printing(arena, kMaxSteps);
    return {eval::Print(outcome.value, printing), outcome.value.is_error(), outcome.cost, outcome.cancelled};
  }

 private:
  const eval::Program& program_;
  const json::Value& self_;
  const Structural& schema_;
  eval::Evaluator evaluator_;
};

void CheckRuns(Runs&& runs) {
  const Answer first = runs.Run(kCostLimit);
  const Answer again = runs.Run(kCostLimit);
  Require(first.text == again.text && first.cost == again.cost, "the same twice");
  const bool exceeded = first.text.starts_with(kExceeded);
  Require(exceeded == (first.cost > kCostLimit), "what costs too much is ended, and only that");
  if (exceeded || first.cost == 0) return;
  const Answer within = runs.Run(first.cost);
  Require(within.text == first.text, "a limit that is not exceeded changes nothing");
  const Answer beyond = runs.Run(first.cost - 1);
  Require(beyond.failed && beyond.text.starts_with(kExceeded), "a limit is one");
  const std::atomic<bool> cancelled = true;
  const Answer ended = runs.Run(kCostLimit, &cancelled);
  Require(ended.cancelled || ended.text == first.text, "cancelled, or done before");
}

void CheckExpression(std::string_view text, const Structural& schema, const json::Value& self, base::Arena& arena) {
  constexpr cel::Edition kStored = {.stored = true};
  const auto* declared = expressions::Declare(schema, false, arena);
  if (declared == nullptr) return;
  const cel::Source source(text);
  const auto parsed = cel::Parse(source, {}, arena);
  if (!parsed.ok() || parsed->root == nullptr) return;
  const expressions::SelfTypes types(*declared, arena);
  const auto checked = cel::Check(*parsed, source, types.Environment(true, kStored), arena);
  if (!checked.ok() || !checked->issues.empty()) return;
  const auto estimate = cel::cost::EstimateCost(*parsed->root, *checked, types, kStored.minor, arena);
  Require(estimate.min <= estimate.max, "an estimate is a range");
  static constexpr std::string_view kVariables[] = {"self", "oldSelf"};
  const auto program = eval::Program::Make(*parsed, *checked, {&cel::library::Functions(), kVariables, kStored});
  if (program.ok()) CheckRuns(Runs(**program, self, schema));
}

}  // namespace

void Try(std::string_view text) {
  const MemoryLimit memory(text.size());
  Input input;
  input.schema = TakeLine(text);
  input.self = TakeLine(text);
  input.expression = text;
  base::Arena arena;
  const Structural* schema = ReadSchema(input.schema, arena);
  const auto self = json::Parser(arena).Parse(input.self);
  if (schema != nullptr && self.ok()) CheckExpression(input.expression, *schema, *self, arena);
}

}  // namespace structural::fuzz
