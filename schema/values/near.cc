#include "schema/values/near.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <unordered_set>

#include "schema/json/members.h"
#include "schema/json/write.h"
#include "schema/values/maker.h"
#include "schema/values/pattern_text.h"
#include "schema/values/scalars.h"
#include "schema/values/value_requirements.h"

namespace structural::values {
namespace {

using json::Value;
using objects::Checks;

constexpr std::int64_t kLongText = 20'000;
constexpr std::int64_t kManyItems = 300;
constexpr std::size_t kManyValues = 1'000;  // an item with more values is not repeated
constexpr std::size_t kMaxChecks = 200;
constexpr std::size_t kMaxOfEnum = 500;

// Returns the checks of the requirements, and all branches in them.
std::vector<const Checks*> AllBranches(const ValueRequirements& requirements) {
  std::vector<const Checks*> all = requirements.accepting_checks;
  all.insert(all.end(), requirements.refusing_checks.begin(), requirements.refusing_checks.end());
  for (std::size_t i = 0; i < all.size() && all.size() < kMaxChecks; ++i) {
    const Checks& checks = *all[i];
    for (const auto& branches : {checks.all_of, checks.any_of, checks.one_of})
      all.insert(all.end(), branches.begin(), branches.end());
    if (checks.not_schema != nullptr) all.push_back(checks.not_schema);
  }
  return all;
}

// Returns the limits and the numbers next to them. Omits negative sizes, and limits that are `largest` or more.
std::vector<std::int64_t> SizesAround(std::int64_t min, std::int64_t max, std::int64_t largest) {
  std::vector<std::int64_t> sizes;
  for (const std::int64_t limit : {min, max}) {
    if (limit < 0 || limit >= largest) continue;
    for (const std::int64_t size : {limit - 1, limit, limit + 1}) {
      if (size >= 0) sizes.push_back(size);
    }
  }
  return sizes;
}

class NearScalarMaker {
 public:
  NearScalarMaker(Budget& budget, base::Arena& arena) : budget_(budget), arena_(arena) {}

  void Add(const ValueRequirements& of, const Checks& checks) {
    if (!budget_.SpendWork(1 + checks.required.size())) return;
    const std::size_t before = values.size();
    AddOf(CombinedOf({.schema = of.schema, .accepting_checks = {&checks}}));
    budget_.SpendWork(values.size() - before);
  }

  std::vector<Value> values;

 private:
  void AddOf(const CombinedRequirements& own) {
    for (const auto& enumeration : own.enumerations) Enumeration(enumeration);
    for (const auto& bound : {own.lower, own.upper}) {
      if (bound) Around(bound->value);
    }
    for (const double multiple : own.multiples) Around(multiple);
    for (const std::int64_t length : SizesAround(own.min_length, own.max_length, kLongText))
      if (own.min_length > 0 || own.max_length != CombinedRequirements::kNoLimit) Text(own, length);
    for (const std::string_view pattern : own.patterns) Pattern(pattern);
    for (const Value& text : own.formats.empty() ? std::vector<Value>() : TextCandidates(own, {3}, arena_)) {
      values.push_back(text);
      Mutations(text.text());
    }
  }

  void Enumeration(std::span<const Value> enumeration) {
    for (const Value& value : enumeration.first(std::min(enumeration.size(), kMaxOfEnum))) {
      if (value.is_container()) continue;
      values.push_back(value);
      if (value.is_string()) values.push_back(String(std::string(value.text()) + "x"));
      if (value.is_number())
        Around(value.kind() == Value::Kind::kInt ? static_cast<double>(value.integer()) : value.real());
    }
  }

  void Around(double bound) {
    for (const double number : {bound - 1, bound - 0.5, bound, bound + 0.5, bound + 1}) {
      const bool integral = std::floor(number) == number && std::fabs(number) < 9e15;
      values.push_back(integral ? Value::Int(static_cast<std::int64_t>(number)) : Value::Double(number));
    }
  }

  void Text(const CombinedRequirements& combined, std::int64_t length) {
    const auto size = static_cast<std::size_t>(length);
    for (const std::string_view pattern : combined.patterns) {
      for (const std::string& text : TextsOfPattern(pattern, {size, size}, 1, 0, &budget_.work()))
        values.push_back(String(text));
    }
    values.push_back(String(std::string(size, 'a')));
  }

  void Pattern(std::string_view pattern) {
    for (const std::string& text : TextsOfPattern(pattern, {0, 64}, 4, 1, &budget_.work())) {
      values.push_back(String(text));
      Mutations(text);
    }
  }

  // Adds changed copies of `text`, most of which the pattern or format refuses.
  void Mutations(std::string_view text) {
    for (const std::string& other : {std::string(), "-" + std::string(text), std::string(text) + "!",
                                     std::string(text) + "\n", std::string(text.substr(0, text.size() / 2))})
      values.push_back(String(other));
  }

  Value String(const std::string& text) {
    budget_.SpendWorkOnText(text.size());
    return Value::String(arena_.Copy(std::string_view(text)));
  }

  Budget& budget_;
  base::Arena& arena_;
};

class NearContainerMaker {
 public:
  NearContainerMaker(const ValueRequirements& requirements, Maker& maker, base::Arena& arena)
      : requirements_(requirements), combined_(CombinedOf(Flatten(requirements))), maker_(maker), arena_(arena) {}

  std::vector<Value> Make() {
    const auto made = maker_.Make(requirements_);
    if (made && made->value.is_object()) Objects(made->value);
    if ((combined_.types & kListType) != 0 && combined_.is_typed) Lists();
    return std::move(values_);
  }

 private:
  void Objects(const Value& smallest) {
    values_.push_back(smallest);
    for (const json::Member& member : smallest.members()) {
      Value less = json::DeepCopy(smallest, arena_);
      json::Take(less, member.key);
      values_.push_back(less);
    }
    With(smallest, "unknownField", Value::Int(1));
    if (requirements_.schema != nullptr) {
      for (const auto& [key, schema] : requirements_.schema->properties) {
        if (smallest.Find(key) != nullptr) continue;
        if (const auto field = maker_.Make(FieldRequirements(Flatten(requirements_), key)))
          With(smallest, key, field->value);
      }
    }
    Entries(smallest);
  }

  void With(const Value& object, std::string_view key, const Value& value) {
    Value more = json::DeepCopy(object, arena_);
    json::Set(more, key, value, arena_);
    values_.push_back(more);
  }

  void Entries(const Value& smallest) {
    const auto entry = maker_.Make(FieldRequirements(Flatten(requirements_), "key"));
    if (!entry || CountValues(entry->value) > kManyValues ||
        (combined_.min_properties == 0 && combined_.max_properties == CombinedRequirements::kNoLimit))
      return;
    for (const std::int64_t size : SizesAround(combined_.min_properties, combined_.max_properties, kManyItems)) {
      Value object = json::DeepCopy(smallest, arena_);
      for (std::int64_t i = 0; static_cast<std::int64_t>(object.members().size()) < size; ++i)
        json::Set(object, arena_.Copy(std::string_view("key" + std::to_string(i))), entry->value, arena_);
      values_.push_back(object);
    }
  }

  void Lists() {
    values_.push_back(Value::Array({}));
    const ValueRequirements flat = Flatten(requirements_);
    const auto first = maker_.Make(ItemRequirements(flat));
    if (!first || CountValues(first->value) > kManyValues) return;
    ListOf({first->value});
    ListOf({first->value, first->value});
    ListOf({first->value, Value()});
    if (combined_.min_items == 0 && combined_.max_items == CombinedRequirements::kNoLimit) return;
    std::vector<Value> items;
    const auto sizes = SizesAround(combined_.min_items, combined_.max_items, kManyItems);
    for (const std::int64_t size : sizes) {
      while (static_cast<std::int64_t>(items.size()) < size) {
        ValueRequirements next = ItemRequirements(flat);
        next.variant = items.size();
        const auto made = maker_.Make(next);
        items.push_back(made ? made->value : first->value);
      }
      ListOf({items.begin(), items.begin() + size});
    }
  }

  void ListOf(const std::vector<Value>& items) {
    values_.push_back(Value::Array(arena_.Copy(std::span<const Value>(items))));
  }

  const ValueRequirements& requirements_;
  const CombinedRequirements combined_;
  Maker& maker_;
  base::Arena& arena_;
  std::vector<Value> values_;
};

}  // namespace

std::vector<Value> ScalarsNearLimits(const ValueRequirements& requirements, Budget& budget, base::Arena& arena) {
  NearScalarMaker maker(budget, arena);
  for (const Checks* checks : AllBranches(requirements)) maker.Add(requirements, *checks);
  return std::move(maker.values);
}

std::vector<Value> AllValuesNearLimits(const ValueRequirements& requirements, Maker& maker, Budget& budget,
                                       base::Arena& arena) {
  std::vector<Value> values = ScalarsNearLimits(requirements, budget, arena);
  for (const Value& value : maker.MakeScalars(requirements, 3)) values.push_back(value);
  if (requirements.schema != nullptr && !requirements.schema->generic.default_value.empty()) {
    const auto value = json::Parser(arena).Parse(requirements.schema->generic.default_value);
    if (value.ok()) values.push_back(*value);
  }
  for (const Value& value : NearContainerMaker(requirements, maker, arena).Make()) values.push_back(value);
  const Value any[] = {Value(),           Value::Bool(true),  Value::Int(0),
                       Value::Int(-1),    Value::Double(1.5), Value::Double(1.0000000001),
                       Value::String(""), Value::String("a"), Value::Array({}),
                       Value::Object({})};
  values.insert(values.end(), std::begin(any), std::end(any));
  std::unordered_set<std::string> seen;
  std::erase_if(values, [&](const Value& value) {
    std::string text;
    json::AppendJson(value, text);
    budget.SpendWorkOnText(text.size());
    return !seen.insert(std::move(text)).second;
  });
  return values;
}

}  // namespace structural::values
