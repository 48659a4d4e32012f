#include "schema/values/moves.h"

#include <algorithm>

#include "schema/crd/model/fields.h"
#include "schema/json/members.h"
#include "schema/values/maker.h"
#include "schema/values/near.h"

namespace structural::values {
namespace {

using json::Value;

constexpr std::size_t kMaxAtOnce = 400;  // moves of one value
constexpr std::size_t kMaxScalars = 12;  // scalars that are tried at one place
constexpr int kMaxLevels = 6;
constexpr std::size_t kMaxItems = 4;  // changed items in a list

bool IsRemovable(const ValueRequirements& object, std::string_view key) {
  return object.role == Role::kValue || (object.role != Role::kMetadata && !crd::IsMetaField(key));
}

class MoveFinder {
 public:
  MoveFinder(const ValueRequirements& demands, const RuleHints& hints, Maker& maker, base::Arena& arena)
      : hints_(hints), maker_(maker), arena_(arena), literals_(hints.literals), root_(demands) {}

  std::vector<Move> Run(const Value& value) {
    Collect(value, 0);
    At(Flatten(root_), value, true, 0);
    return std::move(moves_);
  }

 private:
  bool Full() const { return moves_.size() >= kMaxAtOnce; }

  // Collects the values of named fields, because a rule may require them to be equal.
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

  void At(const ValueRequirements& demands, const Value& value, bool named, int level) {
    if (Full() || level > kMaxLevels) return;
    if (value.is_object()) {
      Fields(demands, value, named, level);
    } else if (value.is_array()) {
      Items(demands, value, named, level);
    } else if (named) {
      Scalars(demands, value);
    }
  }

  void Scalars(const ValueRequirements& demands, const Value& value) {
    for (const Value& literal : literals_) {
      if (literal.is_string() == value.is_string() && !json::Equal(literal, value)) Add(literal);
    }
    for (const Value& other : maker_.Scalars(demands, kMaxScalars)) Add(other);
    for (const Value& other : NearScalars(demands, maker_.budget(), arena_)) Add(other);
  }

  void Fields(const ValueRequirements& demands, const Value& object, bool named, int level) {
    for (const json::Member& member : object.members()) {
      const bool is_named = hints_.fields.contains(member.key) || member.value.is_array();
      path_.push_back({member.key});
      const ValueRequirements field = Flatten(FieldDemands(demands, member.key));
      if (!field.is_on_way) {
        if (is_named && IsRemovable(demands, member.key)) Add(std::nullopt);
        At(field, member.value, is_named, level + 1);
      } else if (!field.along.empty()) {
        At(field, member.value, false, level + 1);
      }
      path_.pop_back();
    }
    if (demands.schema != nullptr) Missing(demands, object, named);
  }

  void Missing(const ValueRequirements& demands, const Value& object, bool named) {
    for (const std::string_view key : hints_.fields) {
      if (object.Find(key) == nullptr && demands.schema->properties.Find(key) != nullptr) AddNew(demands, key);
    }
    if (!named || crd::AdditionalOf(*demands.schema) == nullptr) return;
    if (object.members().empty()) AddNew(demands, "key");
    for (const Value& literal : hints_.literals) {
      if (literal.is_string() && object.Find(literal.text()) == nullptr) AddNew(demands, literal.text());
    }
  }

  // Adds a field with its smallest value, and with the scalars of the rule.
  void AddNew(const ValueRequirements& demands, std::string_view key) {
    const ValueRequirements field = FieldDemands(demands, key);
    const auto made = maker_.Make(field);
    if (!made || !made->fits) return;
    path_.push_back({key});
    Add(made->value);
    if (!made->value.is_container()) Scalars(Flatten(field), made->value);
    path_.pop_back();
    ValueRequirements shown = field;
    shown.is_shown = true;
    const auto more = made->value.is_container() ? maker_.Make(shown) : std::nullopt;
    if (!more || !more->fits || json::Equal(more->value, made->value)) return;
    path_.push_back({key});
    Add(more->value);
    path_.pop_back();
  }

  void Items(const ValueRequirements& demands, const Value& list, bool named, int level) {
    const auto items = list.elements();
    const ValueRequirements item = Flatten(ItemDemands(demands));
    for (std::size_t i = 0; i < std::min(items.size(), kMaxItems); ++i) {
      path_.push_back({{}, i, true});
      At(item, items[i], named, level + 1);
      path_.pop_back();
    }
    if (!named) return;
    if (!items.empty()) AddList(items.first(items.size() - 1), std::nullopt);
    ValueRequirements next = ItemDemands(demands);
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

}  // namespace

std::vector<Move> MovesOf(const ValueRequirements& demands, const Value& value, const RuleHints& hints, Maker& maker,
                          base::Arena& arena) {
  return MoveFinder(demands, hints, maker, arena).Run(value);
}

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

}  // namespace structural::values
