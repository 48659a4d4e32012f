#include "schema/values/rule_hints.h"

#include <algorithm>
#include <variant>

#include "schema/cel/parse.h"
#include "schema/cel/source.h"
#include "schema/expressions/object/view.h"
#include "schema/values/pattern_text.h"

namespace structural::values {
namespace {

using json::Value;

// Maximum number of texts for a pattern in matches().
constexpr std::size_t kMaxMatches = 24;
// Maximum number of literals of one rule.
constexpr std::size_t kMaxLiterals = 64;

class HintVisitor {
 public:
  HintVisitor(base::WorkBudget& work, base::Arena& arena, RuleHints& to) : work_(work), arena_(arena), to_(to) {}

  void Visit(const cel::Expr* expr) {
    if (expr == nullptr) return;
    std::visit([&](const auto& node) { On(node); }, expr->node);
  }

 private:
  void On(std::monostate) {}
  void On(const cel::Ident&) {}
  void On(const cel::Constant& constant) {
    if (const auto* text = std::get_if<std::string_view>(&constant)) Add(*text);
    if (const auto* number = std::get_if<std::int64_t>(&constant)) Around(*number);
    if (const auto* number = std::get_if<double>(&constant)) Add(Value::Double(*number));
    if (const auto* number = std::get_if<std::uint64_t>(&constant)) Around(static_cast<std::int64_t>(*number >> 1) * 2);
  }
  void On(const cel::Select& select) {
    const auto name = cel::object::Unescape(select.field);
    if (name) to_.fields.insert(arena_.Copy(std::string_view(*name)));
    Visit(select.operand);
  }
  void On(const cel::Call& call) {
    Visit(call.target);
    for (const cel::Expr* argument : call.arguments) Visit(argument);
    if (call.function == "matches") AddMatches(call.arguments.back());
  }
  void On(const cel::List& list) {
    for (const cel::Expr* element : list.elements) Visit(element);
  }
  void On(const cel::Map& map) {
    for (const cel::Entry& entry : map.entries) {
      Visit(entry.key);
      Visit(entry.value);
    }
  }
  void On(const cel::Message&) {}
  void On(const cel::Comprehension* loop) {
    for (const cel::Expr* part : {loop->range, loop->init, loop->condition, loop->step, loop->result}) Visit(part);
  }

  // Adds texts that the pattern in matches() accepts.
  void AddMatches(const cel::Expr* pattern) {
    const auto* constant = std::get_if<cel::Constant>(&pattern->node);
    const auto* text = constant == nullptr ? nullptr : std::get_if<std::string_view>(constant);
    if (text == nullptr) return;
    for (const std::string& match : TextsOfPattern(*text, {}, kMaxMatches, 0, &work_)) Add(std::string_view(match));
  }

  void Around(std::int64_t number) {
    Add(Value::Int(number));
    if (number < INT64_MAX) Add(Value::Int(number + 1));
    if (number > INT64_MIN) Add(Value::Int(number - 1));
  }
  void Add(std::string_view text) { Add(Value::String(arena_.Copy(text))); }
  void Add(const Value& value) {
    const auto same = [&](const Value& other) { return json::Equal(value, other); };
    if (to_.literals.size() >= kMaxLiterals || std::ranges::any_of(to_.literals, same)) return;
    to_.literals.push_back(value);
  }

  base::WorkBudget& work_;
  base::Arena& arena_;
  RuleHints& to_;
};

}  // namespace

void AddHints(const crd::ValidationRule& rule, base::WorkBudget& work, base::Arena& arena, RuleHints& to) {
  if (!work.Spend(1024 + 64 * rule.rule.size())) return;  // the work to parse the rule
  base::Arena own;
  const cel::Source source(rule.rule);
  const auto parsed = cel::Parse(source, {}, own);
  if (parsed.ok()) HintVisitor(work, arena, to).Visit(parsed->root);
}

}  // namespace structural::values
