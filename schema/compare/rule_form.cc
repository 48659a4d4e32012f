#include "schema/compare/rule_form.h"

#include <algorithm>
#include <bit>

#include "schema/base/arena.h"
#include "schema/base/quote.h"
#include "schema/base/text.h"
#include "schema/cel/expr.h"
#include "schema/cel/operators.h"
#include "schema/cel/parse.h"
#include "schema/cel/source.h"
#include "schema/expressions/object/escape.h"

namespace structural::compare {
namespace {

using cel::Expr;

// Maximum size of a form in bytes. Forms can grow exponentially, because the macros optMap and optFlatMap repeat their
// operand.
constexpr std::size_t kMaxFormBytes = std::size_t{1} << 20;

// Returns a variable's name without a leading dot. `.self` always refers to the variable self, even if a loop's
// variable has the same name.
std::string_view WithoutDot(std::string_view name) { return name.starts_with('.') ? name.substr(1) : name; }

bool IsSelf(std::string_view name) { return WithoutDot(name) == "self" || WithoutDot(name) == "oldSelf"; }

// Whether a == b equals b == a if `expr` is one of the operands. This is true for constants. For lists and maps of
// objects, a == b can be true while b == a is false.
bool IsScalar(const Expr& expr) { return std::holds_alternative<cel::Constant>(expr.node); }

class Form {
 public:
  std::string Of(const Expr& expr);
  Alternatives AlternativesOf(const Expr& expr);
  bool too_long() const { return made_ > kMaxFormBytes; }

 private:
  std::string Node(const cel::Constant& constant);
  std::string Node(const cel::Ident& ident);
  std::string Node(const cel::Select& select);
  std::string Node(const cel::Call& call);
  std::string Node(const cel::List& list);
  std::string Node(const cel::Map& map);
  std::string Node(const cel::Message& message);
  std::string Node(const cel::Comprehension* loop);
  std::string Node(std::monostate) { return "?"; }
  void Operands(const Expr& expr, std::string_view composition, std::vector<std::string>& to);
  std::string Entries(std::span<const cel::Entry> entries);

  std::vector<std::string_view> bound_;  // variables of loops, the innermost last
  std::size_t made_ = 0;
};

std::string Form::Of(const Expr& expr) {
  if (too_long()) return {};
  std::string text = std::visit([this](const auto& node) { return Node(node); }, expr.node);
  made_ += text.size();
  return text;
}

std::string Form::Node(const cel::Constant& constant) {
  struct {
    std::string operator()(cel::Null) const { return "null"; }
    std::string operator()(bool value) const { return value ? "true" : "false"; }
    std::string operator()(std::int64_t value) const { return std::to_string(value); }
    std::string operator()(std::uint64_t value) const { return std::to_string(value) + "u"; }
    std::string operator()(double value) const { return "d" + std::to_string(std::bit_cast<std::uint64_t>(value)); }
    std::string operator()(std::string_view value) const { return base::Quote(value); }
    std::string operator()(cel::Bytes value) const { return "b" + base::Quote(value.value); }
  } print;
  return std::visit(print, constant);
}

// Returns a variable. A variable of a loop is replaced by its number, counted from the outermost loop.
std::string Form::Node(const cel::Ident& ident) {
  const auto found = std::find(bound_.rbegin(), bound_.rend(), ident.name);
  if (found == bound_.rend()) return std::string(WithoutDot(ident.name));
  return "$" + std::to_string(bound_.rend() - found);
}

std::string Form::Node(const cel::Select& select) {
  const std::string text = Of(*select.operand) + "." + std::string(select.field);
  return select.test_only ? "has(" + text + ")" : text;
}

void Form::Operands(const Expr& expr, std::string_view composition, std::vector<std::string>& to) {
  const auto* call = std::get_if<cel::Call>(&expr.node);
  if (call == nullptr || call->function != composition) return to.push_back(Of(expr));
  for (const Expr* each : call->arguments) Operands(*each, composition, to);
}

Alternatives Form::AlternativesOf(const Expr& expr) {
  Alternatives forms;
  Operands(expr, cel::operators::kLogicalOr, forms);
  std::ranges::sort(forms);
  const auto repeated = std::ranges::unique(forms);
  forms.erase(repeated.begin(), repeated.end());
  return forms;
}

std::string Form::Node(const cel::Call& call) {
  std::vector<std::string> parts;
  const bool joins = call.function == cel::operators::kLogicalAnd || call.function == cel::operators::kLogicalOr;
  if (call.target != nullptr) parts.push_back(Of(*call.target));
  for (const Expr* each : call.arguments) {
    if (joins) {
      Operands(*each, call.function, parts);
    } else {
      parts.push_back(Of(*each));
    }
  }
  std::string name(call.function);
  if (name == cel::operators::kGreater || name == cel::operators::kGreaterEquals) {
    std::ranges::reverse(parts);
    name[1] = '<';
  }
  const bool compares = name == cel::operators::kEquals || name == cel::operators::kNotEquals;
  const bool symmetric =
      compares && std::ranges::any_of(call.arguments, [](const Expr* each) { return IsScalar(*each); });
  if (joins || symmetric) std::ranges::sort(parts);
  return name + "(" + base::Join(parts, ",") + ")";
}

std::string Form::Node(const cel::List& list) {
  std::vector<std::string> parts;
  for (const Expr* each : list.elements) parts.push_back(Of(*each));
  for (const std::int32_t index : list.optional) parts[static_cast<std::size_t>(index)].insert(0, "?");
  return "[" + base::Join(parts, ",") + "]";
}

std::string Form::Entries(std::span<const cel::Entry> entries) {
  std::vector<std::string> parts;
  for (const cel::Entry& each : entries) {
    std::string part = each.optional ? "?" : "";
    part += each.key != nullptr ? Of(*each.key) : std::string(each.field);
    parts.push_back(part + ":" + Of(*each.value));
  }
  return "{" + base::Join(parts, ",") + "}";
}

std::string Form::Node(const cel::Map& map) { return Entries(map.entries); }

std::string Form::Node(const cel::Message& message) { return std::string(message.type) + Entries(message.fields); }

std::string Form::Node(const cel::Comprehension* loop) {
  std::string text = "loop(" + Of(*loop->range) + "," + Of(*loop->init);
  const std::size_t outside = bound_.size();
  bound_.insert(bound_.end(), {loop->variable, loop->second_variable, loop->accumulator});
  for (const Expr* each : {loop->condition, loop->step, loop->result}) text += "," + Of(*each);
  bound_.resize(outside);
  return text + (loop->second_variable.empty() ? ")" : ",2)");
}

// Returns the field names in an expression like self.a.b; empty for self itself; nullopt for other expressions.
std::optional<FieldChain> ChainOf(const Expr& expr) {
  if (const auto* ident = std::get_if<cel::Ident>(&expr.node))
    return IsSelf(ident->name) ? std::optional(FieldChain()) : std::nullopt;
  const auto* select = std::get_if<cel::Select>(&expr.node);
  if (select == nullptr) return std::nullopt;
  auto chain = ChainOf(*select->operand);
  if (chain) chain->emplace_back(select->field);
  return chain;
}

void FindFields(const Expr& expr, RuleForm& to) {
  if (const auto* ident = std::get_if<cel::Ident>(&expr.node)) to.uses_old_self |= WithoutDot(ident->name) == "oldSelf";
  if (auto chain = ChainOf(expr)) {
    to.fields.push_back(*std::move(chain));
    const Expr* at = &expr;
    while (const auto* select = std::get_if<cel::Select>(&at->node)) at = select->operand;
    if (at != &expr) FindFields(*at, to), to.fields.pop_back();
    return;
  }
  // If a loop's variable is called self, it hides self and can be any part of self. The loop then counts as reading all
  // of self.
  const auto* const* loop = std::get_if<const cel::Comprehension*>(&expr.node);
  const bool hides = loop != nullptr && (IsSelf((*loop)->variable) || IsSelf((*loop)->second_variable));
  if (hides) to.fields.emplace_back();
  for (const Expr* part : cel::PartsOf(expr)) FindFields(*part, to);
}

void SplitConjuncts(const Expr& expr, std::vector<const Expr*>& to) {
  const auto* call = std::get_if<cel::Call>(&expr.node);
  if (call == nullptr || call->function != cel::operators::kLogicalAnd) return to.push_back(&expr);
  for (const Expr* each : call->arguments) SplitConjuncts(*each, to);
}

}  // namespace

std::optional<std::string> FormOfHas(std::string_view field) {
  const auto escaped = cel::object::Escape(field);
  return escaped ? std::optional("has(self." + *escaped + ")") : std::nullopt;
}

std::string RuleText(const crd::ValidationRule& rule) {
  constexpr std::size_t kShortRule = 200;
  return base::Shorten(std::string(rule.rule), kShortRule);
}

std::optional<RuleForm> FormOf(const crd::ValidationRule& rule) {
  base::Arena arena(4096);
  const cel::Source source(rule.rule);
  const auto parsed = cel::Parse(source, cel::ParseOptions(), arena);
  if (!parsed.ok() || parsed->root == nullptr || !parsed->issues.empty()) return std::nullopt;
  RuleForm made;
  Form form;
  std::vector<const Expr*> parts;
  SplitConjuncts(*parsed->root, parts);
  for (const Expr* part : parts) made.parts.push_back(form.AlternativesOf(*part));
  if (form.too_long()) return std::nullopt;
  FindFields(*parsed->root, made);
  // With optionalOldSelf, a rule that reads oldSelf also runs in creates, so its form differs.
  const bool optional = rule.optional_old_self.value_or(false);
  for (Alternatives& part : made.parts) {
    if (!optional && !made.uses_old_self) break;
    for (std::string& form_of_one : part) form_of_one.insert(0, optional ? "optionalOldSelf " : "transition ");
  }
  std::ranges::sort(made.parts);
  return made;
}

}  // namespace structural::compare
