#include "schema/expressions/api/cel.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <map>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "schema/base/arena.h"
#include "schema/base/hex.h"
#include "schema/base/quote.h"
#include "schema/base/utf8.h"
#include "schema/cel/cost/estimate.h"
#include "schema/cel/eval/context.h"
#include "schema/cel/eval/json.h"
#include "schema/cel/eval/list.h"
#include "schema/cel/eval/map.h"
#include "schema/cel/eval/opaque.h"
#include "schema/cel/eval/operations.h"
#include "schema/cel/eval/value.h"
#include "schema/cel/expr.h"
#include "schema/cel/library/library.h"
#include "schema/cel/parse.h"
#include "schema/cel/source.h"
#include "schema/cel/spans.h"
#include "schema/expressions/declared_type.h"
#include "schema/expressions/expression.h"
#include "schema/expressions/object/to_value.h"
#include "schema/expressions/self_types.h"
#include "schema/json/value.h"

namespace structural::cel {

// The declarations of an Environment, which its copies and its expressions share. Immutable after construction.
struct Environment::State {
  std::vector<std::pair<std::string, const Type*>> variables = {};
  const crd::Structural* schema = nullptr;  // schema of self and oldSelf; may be null
  SelfOptions self = {};
  std::shared_ptr<const base::Arena> arena = nullptr;  // owner of the declared types
  const expressions::DeclaredType* declared = nullptr;

  // Returns the names of the variables, in the order in which Evaluator::Run gets their values: self and oldSelf first,
  // if they are declared.
  std::vector<std::string_view> Names() const;
};

// The data of a compiled expression, which all copies of the Expression share. Immutable after construction.
struct Expression::State {
  State(std::string_view text, std::shared_ptr<const Environment::State> of)
      : source(text), environment(std::move(of)) {}

  Source source;
  std::shared_ptr<const Environment::State> environment;
  std::string type = {};
  TypeKind kind = TypeKind::kDyn;
  cost::Range estimate = {};
  std::unordered_set<std::string> names = {};  // names of the variables that the expression uses
  std::shared_ptr<const eval::Program> program = nullptr;
  // The members below are empty without CompileOptions::parts.
  NodePositions places = {};
  std::vector<ExpressionPart> parts = {};
  std::vector<std::int64_t> ids = {};  // ids of the nodes; the children precede their parent
};

namespace {

// Collects the parts of an expression's text, with their positions, nesting and estimated costs.
class PartCollector {
 public:
  PartCollector(const Source& source, const Parsed& parsed, const std::vector<cost::PartEstimate>& estimates)
      : source_(source), estimates_(estimates), spans_(source, parsed.places), seen_(estimates.size()) {
    offsets_.push_back(0);
  }

  std::vector<ExpressionPart> Collect(const Expr& root) {
    nodes_.push_back({});  // the root, of which all parts are descendants
    Visit(root, 0, cost::FixedRange(1));
    for (const std::size_t below : nodes_[0].below) Flatten(below, 0);
    return std::move(parts_);
  }

 private:
  struct Node {
    std::string_view text = {};
    cost::Range estimate = {};
    std::vector<std::int64_t> ids = {};
    std::vector<std::size_t> below = {};
  };

  // Adds `expr` and its descendants. `around`: index of the enclosing part in nodes_. `times`: number of evaluations of
  // `expr`.
  void Visit(const Expr& expr, std::size_t around, cost::Range times) {
    const cost::PartEstimate& estimate = estimates_[static_cast<std::size_t>(expr.id)];
    const std::size_t node = NodeOf(expr, around, estimate.cost * times);
    if (!seen_[static_cast<std::size_t>(expr.id)]) nodes_[node].ids.push_back(expr.id);
    seen_[static_cast<std::size_t>(expr.id)] = true;
    const auto* found = std::get_if<const Comprehension*>(&expr.node);
    for (const Expr* part : PartsOf(expr)) {
      const bool repeated = found != nullptr && (part == (*found)->condition || part == (*found)->step);
      Visit(*part, node, repeated ? times * estimate.steps : times);
    }
  }

  // Returns the index in nodes_ of the part that `expr` is, or `around` if `expr` is not a part of its own.
  std::size_t NodeOf(const Expr& expr, std::size_t around, cost::Range estimate) {
    const bool leaf = std::holds_alternative<Constant>(expr.node) || std::holds_alternative<Ident>(expr.node);
    if (leaf && around != 0) return around;
    const std::string_view text = spans_.TextOf(expr);
    const std::string_view outer = nodes_[around].text;
    const bool within =
        around == 0 || (text.data() >= outer.data() && text.data() + text.size() <= outer.data() + outer.size());
    if (text.empty() || !within || (text.data() == outer.data() && text.size() == outer.size())) return around;
    const auto [known, is_new] = by_text_.emplace(std::tuple(around, text.data(), text.size()), nodes_.size());
    if (is_new) {
      nodes_.push_back({text, {}, {}, {}});
      nodes_[around].below.push_back(known->second);
    }
    nodes_[known->second].estimate = nodes_[known->second].estimate + estimate;
    return known->second;
  }

  void Flatten(std::size_t node, int depth) {
    const Node& from = nodes_[node];
    parts_.push_back({from.text, At(from.text), depth, from.estimate, from.ids});
    for (const std::size_t below : from.below) Flatten(below, depth + 1);
  }

  // Returns the location of the first character of `text`, which is a part of the source. Keeps the positions of all
  // bytes, because the parts are not visited in the order of their positions.
  Location At(std::string_view text) {
    const auto byte = static_cast<std::size_t>(text.data() - source_.text().data());
    while (offsets_.size() <= byte) {
      const std::string_view rest = std::string_view(source_.text()).substr(offsets_.size() - 1);
      const int size = base::DecodeRune(rest).size;
      const Offset next = offsets_.back() + 1;
      for (int i = 0; i < size; ++i) offsets_.push_back(next);
    }
    return source_.Locate(offsets_[byte]);
  }

  const Source& source_;
  const std::vector<cost::PartEstimate>& estimates_;
  Spans spans_;
  std::vector<bool> seen_;  // whether a node was visited, by the node's id
  std::vector<Node> nodes_;
  std::map<std::tuple<std::size_t, const char*, std::size_t>, std::size_t> by_text_;
  std::vector<Offset> offsets_;  // for each byte of the text: its position in code points
  std::vector<ExpressionPart> parts_;
};

// Returns the parts of an expression. Constants and names of variables are not parts. `estimates` is indexed by id.
// Recursive.
std::vector<ExpressionPart> PartsOfExpression(const Source& source, const Parsed& parsed,
                                              const std::vector<cost::PartEstimate>& estimates) {
  return PartCollector(source, parsed, estimates).Collect(*parsed.root);
}

// The following functions convert JSON without a schema to values of expressions.
//
// Upstream: cel-go common/types/provider.go NativeToValue (v0.29.2).

using eval::Context;
using eval::Value;
using JsonKind = json::Value::Kind;

Value NativeValue(const json::Value& data, Context& context) {
  switch (data.kind()) {
    case JsonKind::kNull: return {};
    case JsonKind::kBool: return Value::Bool(data.boolean());
    case JsonKind::kInt: return Value::Int(data.integer());
    case JsonKind::kDouble: return Value::Double(data.real());
    case JsonKind::kString: return Value::String(data.text());
    case JsonKind::kArray: {
      std::vector<Value> elements;
      for (const json::Value& element : data.elements()) elements.push_back(NativeValue(element, context));
      return context.List(elements);
    }
    case JsonKind::kObject: {
      auto* const map = context.arena().New<eval::MapNode>();
      for (const json::Member& member : data.members())
        map->Set(Value::String(member.key), NativeValue(member.value, context), context.arena());
      return Value::Map(*map);
    }
  }
  return {};
}

// Converts JSON to a value. Integers become int, other numbers double. For a variable of type uint or double, converts
// an integer to that type; for a duration, a timestamp or bytes, converts a string. Returns an error if the conversion
// fails. Strings are not copied. Recursive.
Value DynamicValue(const json::Value& data, const Type& type, Context& context) {
  const bool integer = data.kind() == JsonKind::kInt, text = data.is_string();
  if (integer && type.kind == TypeKind::kDouble) return Value::Double(static_cast<double>(data.integer()));
  if (integer && type.kind == TypeKind::kUint && data.integer() >= 0)
    return Value::Uint(static_cast<std::uint64_t>(data.integer()));
  if (text && type.kind == TypeKind::kDuration) return object::TextToValue(data.text(), "duration", context);
  if (text && type.kind == TypeKind::kTimestamp) return object::TextToValue(data.text(), "date-time", context);
  if (text && type.kind == TypeKind::kBytes) return object::TextToValue(data.text(), "byte", context);
  return NativeValue(data, context);
}

// The following functions print values as literals of CEL, for users.

using eval::Kind;

// Types of libraries. Each type is followed by the function that creates its values.
constexpr std::pair<std::string_view, std::string_view> kMakers[] = {
    {"kubernetes.NamedFormat", "format.named"},
    {"kubernetes.Quantity", "quantity"},
    {"kubernetes.Semver", "semver"},
    {"kubernetes.URL", "url"},
    {"net.CIDR", "cidr"},
    {"net.IP", "ip"},
};

std::string DoubleLiteral(double value) {
  const std::string text = eval::PrintDouble(value);
  if (!std::isfinite(value)) return "double(" + base::Quote(text) + ")";
  return text.find_first_of(".e") == text.npos ? text + ".0" : text;
}

std::string BytesLiteral(std::string_view bytes) {
  std::string text = "b\"";
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    if (c >= ' ' && c <= '~') {
      if (c == '"' || c == '\\') text += '\\';
      text += c;
    } else {
      base::AppendHex(byte, text += "\\x");
    }
  }
  return text += '"';
}

std::string OpaqueLiteral(const Value& value) {
  const std::string_view name = eval::RuntimeTypeName(value);
  const std::string text = value.opaque().Print();
  for (const auto& [type, maker] : kMakers) {
    if (type == name) return std::string(maker) + "(" + base::Quote(text) + ")";
  }
  return std::string(name) + "(" + base::Quote(text) + ")";
}

class LiteralPrinter {
 public:
  LiteralPrinter(eval::Context& context, std::string& to, std::size_t max_bytes)
      : context_(context), to_(to), max_(to.size() + max_bytes) {}

  bool exceeded() const { return to_.size() > max_; }

  void Append(const Value& value) {
    if (exceeded()) return;
    switch (value.kind()) {
      case Kind::kNull: to_ += "null"; return;
      case Kind::kBool: to_ += value.boolean() ? "true" : "false"; return;
      case Kind::kInt: to_ += std::to_string(value.integer()); return;
      case Kind::kUint: to_ += std::to_string(value.unsigned_integer()) + "u"; return;
      case Kind::kDouble: to_ += DoubleLiteral(value.real()); return;
      case Kind::kString: to_ += base::Quote(value.text()); return;
      case Kind::kBytes: to_ += BytesLiteral(value.text()); return;
      case Kind::kDuration: return AppendCall("duration", go::PrintDuration(value.duration()));
      case Kind::kTimestamp: return AppendCall("timestamp", go::FormatRfc3339Nano(value.time()));
      case Kind::kType: to_ += TypeName(value.type()); return;
      case Kind::kList: return AppendList(value);
      case Kind::kMap: return AppendMap(value);
      case Kind::kOptional: return AppendOptional(value);
      case Kind::kOpaque: to_ += OpaqueLiteral(value); return;
      case Kind::kError: return AppendCall("error", value.text());
    }
  }

 private:
  void AppendCall(std::string_view function, std::string_view argument) {
    to_.append(function).append("(").append(base::Quote(argument)).append(")");
  }

  void AppendList(const Value& list) {
    to_ += '[';
    eval::ListIterator all(list, context_);
    const char* separator = "";
    for (Value element; !exceeded() && all.Next(element); separator = ", ") {
      to_ += separator;
      Append(element);
    }
    to_ += ']';
  }

  // Appends a map, without the members that the schema of an object does not specify.
  void AppendMap(const Value& map) {
    to_ += '{';
    const char* separator = "";
    const std::int64_t size = eval::MapSize(map);
    for (std::int64_t i = 0; i < size && !exceeded(); ++i) {
      const Value key = eval::MapKey(map, i, context_);
      if (key.is(Kind::kNull) && map.form() == eval::Form::kHost) continue;
      const auto value = eval::MapFind(map, key, context_);
      if (!value) continue;
      to_ += separator;
      separator = ", ";
      Append(key);
      to_ += ": ";
      Append(*value);
    }
    to_ += '}';
  }

  void AppendOptional(const Value& value) {
    to_ += value.has_value() ? "optional.of(" : "optional.none()";
    if (!value.has_value()) return;
    Append(value.value());
    to_ += ')';
  }

  eval::Context& context_;
  std::string& to_;
  const std::size_t max_;
};

// Appends a value: [1, 2u, 1.0, "a", b"\x00", duration("1h0m0s"), {"k": null}, optional.of(1), quantity("1Gi")].
// Unprintable characters are escaped. Returns false if the text would exceed `max_bytes`. Recursive.
bool AppendLiteral(const Value& value, eval::Context& context, std::string& to, std::size_t max_bytes) {
  LiteralPrinter printer(context, to, max_bytes);
  printer.Append(value);
  return !printer.exceeded() && !context.stopped();
}

using expressions::SelfTypes;
using expressions::TypedExpression;

// The maximum sizes of `self` and `oldSelf`, which their schema limits. The sizes of other variables are unknown.
class VariableSizes final : public cost::Sizes {
 public:
  explicit VariableSizes(const SelfTypes* self) : self_(self) {}

  std::optional<std::uint64_t> MaxSize(std::span<const std::string_view> path) const override {
    const bool known = self_ != nullptr && (path[0] == "self" || path[0] == "oldSelf");
    return known ? self_->MaxSize(path) : std::nullopt;
  }

 private:
  const SelfTypes* self_;
};

CheckEnvironment EnvironmentOf(const Environment::State& state, const SelfTypes* self, const Edition& edition) {
  CheckEnvironment environment;
  if (self != nullptr) environment = self->Environment(state.self.optional_old_self, edition);
  environment.edition = edition;
  for (const auto& [name, type] : state.variables) environment.variables[name] = type;
  return environment;
}

std::vector<Issue> ByPlace(std::vector<Issue> issues) {
  std::ranges::stable_sort(issues, {}, &Issue::location);
  return issues;
}

}  // namespace

std::vector<std::string_view> Environment::State::Names() const {
  std::vector<std::string_view> names;
  if (declared != nullptr) names = {"self", "oldSelf"};
  for (const auto& variable : variables) names.push_back(variable.first);
  return names;
}

Environment::Environment() : state_(std::make_shared<State>()) {}

base::Status Environment::DeclareSelf(const crd::Structural& schema, const SelfOptions& options) {
  auto arena = std::make_shared<base::Arena>();
  const auto* declared =
      expressions::Declare(schema, options.is_resource || schema.extensions->x_embedded_resource, *arena);
  if (declared == nullptr) {
    return {base::ErrorCode::kInvalidInput, "expressions do not see values of this schema, as it has no type"};
  }
  auto state = std::make_shared<State>(*state_);
  std::erase_if(state->variables,
                [](const auto& variable) { return variable.first == "self" || variable.first == "oldSelf"; });
  state->schema = &schema;
  state->self = options;
  state->arena = std::move(arena);
  state->declared = declared;
  state_ = std::move(state);
  return base::Ok();
}

void Environment::Declare(std::string name, const Type& type) {
  auto state = std::make_shared<State>(*state_);
  std::erase_if(state->variables, [&](const auto& variable) { return variable.first == name; });
  state->variables.emplace_back(std::move(name), &type);
  state_ = std::move(state);
}

Compilation Environment::Compile(std::string_view text, const CompileOptions& options) const {
  const auto made = std::make_shared<Expression::State>(text, state_);
  base::Arena arena;
  std::optional<SelfTypes> self;
  if (state_->declared != nullptr) self.emplace(*state_->declared, arena);
  const CheckEnvironment environment = EnvironmentOf(*state_, self ? &*self : nullptr, options.edition);
  const TypedExpression typed = expressions::ReadExpression(made->source, environment, arena);
  if (!typed.ok()) {
    return {std::nullopt, typed.error, ByPlace(typed.issues().kept()), typed.issues().count()};
  }
  const auto names = state_->Names();
  auto program = eval::Program::Make(typed.parsed, typed.checked, {&library::Functions(), names, options.edition});
  if (!program.ok()) return {std::nullopt, program.error().message(), {}, 0};
  made->program = *std::move(program);
  made->type = eval::PrintType(typed.type());
  made->kind = typed.type().kind;
  for (const std::string_view name : names) {
    if (typed.Uses(name)) made->names.emplace(name);
  }
  const VariableSizes sizes(self ? &*self : nullptr);
  const auto estimates = cost::EstimateParts(*typed.parsed.root, typed.checked, sizes, options.edition.minor, arena);
  made->estimate = estimates[static_cast<std::size_t>(typed.parsed.root->id)].cost;
  if (options.parts) {
    made->places = typed.parsed.places;
    made->parts = PartsOfExpression(made->source, typed.parsed, estimates);
    VisitParts(*typed.parsed.root, [&](const Expr& expr) { made->ids.push_back(expr.id); });
  }
  return {Expression(made), {}, {}, 0};
}

const std::string& Expression::text() const { return state_->source.text(); }
const std::string& Expression::type() const { return state_->type; }
TypeKind Expression::kind() const { return state_->kind; }
cost::Range Expression::estimate() const { return state_->estimate; }
bool Expression::Uses(std::string_view variable) const { return state_->names.contains(std::string(variable)); }
std::span<const ExpressionPart> Expression::parts() const { return state_->parts; }

namespace {

const json::Value* FindBinding(std::span<const Binding> bindings, std::string_view variable) {
  const auto found = std::ranges::find(bindings, variable, &Binding::variable);
  return found == bindings.end() ? nullptr : &found->value;
}

eval::Value SelfValue(const json::Value& data, const crd::Structural& schema, const SelfOptions& options,
                      eval::Context& context) {
  const object::SchemaView view = options.is_resource ? object::AsResource(schema) : object::SchemaView{&schema};
  return object::ToValue(data, view, context);
}

base::Error TooLong(std::size_t max_bytes) {
  return {base::ErrorCode::kLimitExceeded, "the value has more than " + std::to_string(max_bytes) + " bytes"};
}

}  // namespace

struct Evaluation::State {
  std::shared_ptr<const Expression::State> last;  // the last program; the result can point to its literals
  std::optional<eval::Value> ValueOf(const Environment::State& environment, std::span<const Binding> bindings,
                                     std::size_t variable);
  std::optional<eval::Value> SelfOf(const Environment::State& environment, std::span<const Binding> bindings, bool old);
  Location Locate(const Expression::State& expression, std::string_view error) const;

  base::Arena arena;
  std::optional<eval::Context> context;  // the context of the last run
  eval::Evaluator evaluator;
  std::optional<eval::Trace> trace;
  Result result;
};

std::optional<eval::Value> Evaluation::State::SelfOf(const Environment::State& environment,
                                                     std::span<const Binding> bindings, bool old) {
  const json::Value* data = FindBinding(bindings, old ? "oldSelf" : "self");
  const bool optional = old && environment.self.optional_old_self;
  if (data == nullptr && optional) return eval::Value::EmptyOptional();
  if (data == nullptr) return std::nullopt;
  const eval::Value value = SelfValue(*data, *environment.schema, environment.self, *context);
  return optional ? context->Optional(value) : value;
}

std::optional<eval::Value> Evaluation::State::ValueOf(const Environment::State& environment,
                                                      std::span<const Binding> bindings, std::size_t variable) {
  if (environment.declared != nullptr) {
    if (variable < 2) return SelfOf(environment, bindings, variable == 1);
    variable -= 2;
  }
  const auto& [name, type] = environment.variables[variable];
  const json::Value* data = FindBinding(bindings, name);
  return data == nullptr ? std::nullopt : std::optional(DynamicValue(*data, *type, *context));
}

// Returns the location of the innermost part with the error; kNoLocation if no part has it.
Location Evaluation::State::Locate(const Expression::State& expression, std::string_view error) const {
  for (const std::int64_t id : expression.ids) {
    const auto at = static_cast<std::size_t>(id);
    const bool failed = at < trace->parts().size() && trace->parts()[at].error == error.data();
    if (failed) return expression.places.Locate(id, expression.source);
  }
  return kNoLocation;
}

Evaluation::Evaluation() : state_(std::make_unique<State>()) {}
Evaluation::~Evaluation() = default;

void Evaluation::set_trace(bool trace) {
  state_->trace.reset();
  if (trace) state_->trace.emplace();
}

const Result& Evaluation::Run(const Expression& expression, std::span<const Binding> bindings, const Limits& limits) {
  State& state = *state_;
  const Expression::State& compiled = *expression.state_;
  const Environment::State& environment = *compiled.environment;
  state.last = expression.state_;
  state.arena.Reset();
  state.context.emplace(state.arena);
  std::vector<std::optional<eval::Value>> values;
  const std::size_t of_self = environment.declared == nullptr ? 0 : 2;
  const std::size_t count = environment.variables.size() + of_self;
  for (std::size_t i = 0; i < count; ++i) values.push_back(state.ValueOf(environment, bindings, i));
  const eval::Outcome outcome = state.evaluator.Run(
      *compiled.program, values, *state.context,
      {.cost_limit = limits.cost, .cancelled = limits.cancelled, .trace = state.trace ? &*state.trace : nullptr});
  state.result = {.cost = outcome.cost, .cancelled = outcome.cancelled};
  if (!outcome.value.is_error()) {
    state.result.value = outcome.value;
    return state.result;
  }
  state.result.error = outcome.value.text();
  if (state.trace) state.result.at = state.Locate(compiled, outcome.value.text());
  return state.result;
}

std::vector<std::uint64_t> Evaluation::Costs(const Expression& expression) const {
  const auto parts = expression.parts();
  std::vector<std::uint64_t> costs(parts.size());
  if (!state_->trace) return costs;
  const auto& traced = state_->trace->parts();
  std::vector<std::size_t> around;  // indexes of the parts that can contain the next one
  for (std::size_t i = 0; i < parts.size(); ++i) {
    while (!around.empty() && parts[around.back()].depth >= parts[i].depth) around.pop_back();
    around.push_back(i);
    for (const std::int64_t id : parts[i].ids) {
      const auto at = static_cast<std::size_t>(id);
      if (at >= traced.size()) continue;
      for (const std::size_t each : around) costs[each] += traced[at].cost;
    }
  }
  return costs;
}

base::Result<std::string> Evaluation::Text(std::size_t max_bytes) const {
  std::string text;
  if (!AppendLiteral(state_->result.value, *state_->context, text, max_bytes)) return TooLong(max_bytes);
  return text;
}

base::Result<std::string> Evaluation::Json(std::size_t max_bytes) const {
  std::string text;
  if (!eval::AppendValue(state_->result.value, *state_->context, text, max_bytes)) return TooLong(max_bytes);
  return text;
}

}  // namespace structural::cel
