#include "schema/values/repair.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <queue>
#include <set>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <variant>
#include <vector>

#include "schema/base/arena.h"
#include "schema/base/work_budget.h"
#include "schema/cel/parse.h"
#include "schema/cel/source.h"
#include "schema/crd/model/json_schema_props.h"
#include "schema/crd/model/structural.h"
#include "schema/expressions/object/to_value.h"
#include "schema/json/members.h"
#include "schema/json/value.h"
#include "schema/json/write.h"
#include "schema/values/maker.h"
#include "schema/values/near.h"
#include "schema/values/pattern_text.h"
#include "schema/values/value_requirements.h"

namespace structural::values {
namespace {

using json::Value;

// Maximum number of texts that are made for the pattern of one call of CEL's matches().
constexpr std::size_t kMaxMatches = 24;

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

  // Adds texts that match `pattern`, the argument of CEL's matches().
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
  void Add(const Value& value) { to_.AddLiteral(value); }

  base::WorkBudget& work_;
  base::Arena& arena_;
  RuleHints& to_;
};

// Returns the hints of a rule; no hints if the rule cannot be parsed. Recursive: needs a stack of cel::kParseStack.
RuleHints HintsOf(const crd::ValidationRule& rule, base::WorkBudget& work, base::Arena& arena) {
  RuleHints hints;
  base::Arena own;
  const cel::Source source(rule.rule);
  const auto parsed = cel::Parse(source, {}, own);
  if (parsed.ok()) HintVisitor(work, arena, hints).Visit(parsed->root);
  return hints;
}

// Move: a small change of a value, after which the value may satisfy a CEL rule.

// A step from a value to one of its members or elements.
struct ValueStep {
  std::string_view key = {};
  std::size_t index = 0;  // index of the element in a list
  bool is_index = false;
};

struct Move {
  std::vector<ValueStep> place;
  std::optional<json::Value> value = {};  // the new value; nullopt: the value is removed
};

constexpr std::size_t kMaxAtOnce = 400;  // maximum number of moves of one value
constexpr std::size_t kMaxScalars = 12;  // maximum number of scalars that are tried at one place
constexpr int kMaxLevels = 6;
constexpr std::size_t kMaxItems = 4;  // maximum number of items of a list that are changed

bool IsRemovable(const ValueRequirements& object, std::string_view key) {
  return object.role == Role::kValue || (object.role != Role::kMetadata && !crd::IsMetaField(key));
}

class MoveFinder {
 public:
  MoveFinder(const ValueRequirements& requirements, const RuleHints& hints, Maker& maker, base::Arena& arena)
      : hints_(hints), maker_(maker), arena_(arena), literals_(hints.literals), root_(requirements) {}

  std::vector<Move> Run(const Value& value) {
    Collect(value, 0);
    At(Flatten(root_), value, true, 0);
    return std::move(moves_);
  }

 private:
  bool Full() const { return moves_.size() >= kMaxAtOnce; }

  // Adds the scalars in fields that the hints name to literals_, because a rule may require two fields to be equal.
  void Collect(const Value& value, int level) {
    if (level > kMaxLevels) return;
    if (value.is_array()) {
      for (const Value& item : value.elements()) Collect(item, level + 1);
    }
    if (!value.is_object()) return;
    for (const json::Member& member : value.members()) {
      if (hints_.fields.contains(member.key) && !member.value.is_container() && literals_.size() < kMaxAtOnce)
        literals_.push_back(member.value);
      Collect(member.value, level + 1);
    }
  }

  void Add(std::optional<Value> value) {
    if (!Full()) moves_.push_back({path_, value});
  }

  void At(const ValueRequirements& requirements, const Value& value, bool named, int level) {
    if (Full() || level > kMaxLevels) return;
    if (value.is_object()) {
      Fields(requirements, value, named, level);
    } else if (value.is_array()) {
      Items(requirements, value, named, level);
    } else if (named) {
      Scalars(requirements, value);
    }
  }

  void Scalars(const ValueRequirements& requirements, const Value& value) {
    for (const Value& literal : literals_) {
      if (literal.is_string() == value.is_string() && !json::Equal(literal, value)) Add(literal);
    }
    for (const Value& other : maker_.MakeScalars(requirements, kMaxScalars)) Add(other);
    for (const Value& other : ScalarsNearLimits(requirements, maker_.budget(), arena_)) Add(other);
  }

  void Fields(const ValueRequirements& requirements, const Value& object, bool named, int level) {
    for (const json::Member& member : object.members()) {
      const bool is_named = hints_.fields.contains(member.key) || member.value.is_array();
      path_.push_back({member.key});
      const ValueRequirements field = Flatten(FieldRequirements(requirements, member.key));
      if (!field.is_on_path) {
        if (is_named && IsRemovable(requirements, member.key)) Add(std::nullopt);
        At(field, member.value, is_named, level + 1);
      } else if (!field.given_path.empty()) {
        At(field, member.value, false, level + 1);
      }
      path_.pop_back();
    }
    if (requirements.schema != nullptr) Missing(requirements, object, named);
  }

  void Missing(const ValueRequirements& requirements, const Value& object, bool named) {
    for (const std::string_view key : hints_.fields) {
      if (object.Find(key) == nullptr && requirements.schema->properties.Find(key) != nullptr)
        AddNew(requirements, key);
    }
    if (!named || crd::AdditionalPropertiesOf(*requirements.schema) == nullptr) return;
    if (object.members().empty()) AddNew(requirements, "key");
    for (const Value& literal : hints_.literals) {
      if (literal.is_string() && object.Find(literal.text()) == nullptr) AddNew(requirements, literal.text());
    }
  }

  // Adds the moves that set a missing field: to its smallest value, to the literals of the rule, and to a value with
  // items.
  void AddNew(const ValueRequirements& requirements, std::string_view key) {
    const ValueRequirements field = FieldRequirements(requirements, key);
    const auto made = maker_.Make(field);
    if (!made || !made->fits) return;
    path_.push_back({key});
    Add(made->value);
    if (!made->value.is_container()) Scalars(Flatten(field), made->value);
    path_.pop_back();
    ValueRequirements shown = field;
    shown.needs_item = true;
    const auto more = made->value.is_container() ? maker_.Make(shown) : std::nullopt;
    if (!more || !more->fits || json::Equal(more->value, made->value)) return;
    path_.push_back({key});
    Add(more->value);
    path_.pop_back();
  }

  void Items(const ValueRequirements& requirements, const Value& list, bool named, int level) {
    const auto items = list.elements();
    const ValueRequirements item = Flatten(ItemRequirements(requirements));
    for (std::size_t i = 0; i < std::min(items.size(), kMaxItems); ++i) {
      path_.push_back({{}, i, true});
      At(item, items[i], named, level + 1);
      path_.pop_back();
    }
    if (!named) return;
    if (!items.empty()) AddList(items.first(items.size() - 1), std::nullopt);
    ValueRequirements next = ItemRequirements(requirements);
    next.variant = items.size();
    const auto made = maker_.Make(next);
    if (!made) return;
    AddList(items, made->value);
    if (made->value.is_container()) return;
    for (const Value& literal : hints_.literals) AddList(items, literal);
  }

  void AddList(std::span<const Value> items, const std::optional<Value>& more) {
    std::vector<Value> all(items.begin(), items.end());
    if (more) all.push_back(*more);
    Add(Value::Array(arena_.Copy(std::span<const Value>(all))));
  }

  const RuleHints& hints_;
  Maker& maker_;
  base::Arena& arena_;
  std::vector<Value> literals_;
  const ValueRequirements& root_;
  std::vector<ValueStep> path_;
  std::vector<Move> moves_;
};

// Returns the parent of a place. All steps of the place except the last must exist.
Value* ParentOf(Value& root, std::span<const ValueStep> place) {
  Value* at = &root;
  for (const ValueStep& step : place.first(place.size() - 1))
    at = step.is_index ? &at->elements()[step.index] : at->Find(step.key);
  return at;
}

// Returns the possible moves of the value itself and of the fields inside it that the hints name, at most a few
// hundred. Does not change values on the path to a given value.
std::vector<Move> MovesOf(const ValueRequirements& requirements, const Value& value, const RuleHints& hints,
                          Maker& maker, base::Arena& arena) {
  return MoveFinder(requirements, hints, maker, arena).Run(value);
}

// Returns a deep copy of the value with a move applied.
Value ApplyMove(const Value& value, const Move& move, base::Arena& arena) {
  if (move.place.empty()) return move.value.value_or(Value());
  Value copy = json::DeepCopy(value, arena);
  Value& parent = *ParentOf(copy, move.place);
  const ValueStep& last = move.place.back();
  if (last.is_index) {
    parent.elements()[last.index] = *move.value;
  } else if (move.value) {
    json::Set(parent, last.key, *move.value, arena);
  } else {
    json::Take(parent, last.key);
  }
  return copy;
}

// Maximum number of values that are checked for one repair.
constexpr std::size_t kMaxTried = 1'500;
// Maximum number of moves from the first value to the result.
constexpr std::size_t kMaxMoves = 6;

struct State {
  Value value;
  std::size_t failed;  // number of CEL rules that the value violates
  std::size_t moves;
  std::size_t number;  // number of states that were found before this one

  bool operator<(const State& other) const {
    return std::tuple(failed, moves, number) > std::tuple(other.failed, other.moves, other.number);
  }
};

class RepairSearch {
 public:
  RepairSearch(const ValueRequirements& requirements, Maker& maker, ValueChecker& checker, base::Arena& arena)
      : requirements_(requirements), maker_(maker), checker_(checker), arena_(arena) {}

  std::optional<Value> Run(const Value& start) {
    Consider(start, 0);
    while (!found_ && !open_.empty() && tried_ < kMaxTried) {
      const State state = open_.top();
      open_.pop();
      Expand(state);
    }
    return found_;
  }

 private:
  void Expand(const State& state) {
    if (state.moves >= kMaxMoves) return;
    for (const Move& move : MovesOf(requirements_, state.value, HintsOf(state.value), maker_, arena_)) {
      if (found_ || tried_ >= kMaxTried) return;
      Consider(ApplyMove(state.value, move, arena_), state.moves + 1);
    }
  }

  // Returns the hints of the rules that the value violates.
  RuleHints HintsOf(const Value& value) {
    expressions::RuleTrace trace;
    checker_.Check(requirements_, value, &trace);
    RuleHints hints;
    for (const auto& [rule, seen] : trace) {
      if (seen.failed) AddHints(*rule, hints);
    }
    return hints;
  }

  // Adds the hints of a CEL rule: values that occur in it, and that are worth a try. A maker parses each rule once, but
  // charges each use like a parse. So the work of a search does not depend on earlier searches.
  void AddHints(const crd::ValidationRule& rule, RuleHints& to) {
    base::WorkBudget& work = maker_.budget().work();
    if (!work.Spend(1024 + 64 * rule.rule.size())) return;
    const auto [of_rule, is_new] = maker_.rule_hints().try_emplace(&rule);
    if (is_new) of_rule->second = values::HintsOf(rule, work, arena_);
    to.Add(of_rule->second);
  }

  void Consider(const Value& value, std::size_t moves) {
    std::string text;
    json::AppendJson(value, text);
    maker_.budget().SpendWorkOnText(text.size());
    if (!seen_.insert(std::move(text)).second) return;
    ++tried_;
    const CheckResult checked = checker_.Check(requirements_, value, nullptr);
    if (!checked.is_valid) return;
    if (checked.failed_rules == 0) {
      found_ = value;
    } else {
      open_.push({value, checked.failed_rules, moves, tried_});
    }
  }

  const ValueRequirements& requirements_;
  Maker& maker_;
  ValueChecker& checker_;
  base::Arena& arena_;
  std::priority_queue<State> open_;
  std::unordered_set<std::string> seen_;
  std::optional<Value> found_;
  std::size_t tried_ = 0;
};

}  // namespace

std::optional<Value> Repair(const ValueRequirements& requirements, const Value& start, Maker& maker,
                            ValueChecker& checker, base::Arena& arena) {
  return RepairSearch(requirements, maker, checker, arena).Run(start);
}

}  // namespace structural::values
