#include "schema/values/value_requirements.h"

#include <algorithm>

#include "schema/crd/model/structural.h"

namespace structural::values {
namespace {

using objects::Checks;
using objects::FieldChecks;

const Checks* FieldOf(const Checks& checks, std::string_view key) {
  const auto found = std::ranges::lower_bound(checks.properties, key, {}, &FieldChecks::key);
  if (found != checks.properties.end() && found->key == key) return found->value;
  return checks.additional_properties;
}

// Chooses one option for each anyOf, oneOf and not in a value's requirements. `choice` is a number with one digit for
// each anyOf, oneOf or not. The base of a digit is the number of options.
class Chooser {
 public:
  Chooser(const ValueRequirements& requirements, std::size_t choice) : to_(requirements), choice_(choice) {}

  std::optional<ValueRequirements> Run(Budget& budget) && {
    const bool is_chosen = Follow();
    if (!budget.SpendWork(to_.accepting_checks.size() + to_.refusing_checks.size()) || !is_chosen || choice_ != 0)
      return std::nullopt;
    return std::move(to_);
  }

 private:
  static constexpr std::size_t kMax = 2'000;

  // Adds the requirements of the chosen options, and of those inside them. Returns false if there are more than kMax.
  bool Follow() {
    for (std::size_t all = 0, none = 0; all < to_.accepting_checks.size() || none < to_.refusing_checks.size();) {
      if (to_.accepting_checks.size() + to_.refusing_checks.size() > kMax) return false;
      if (all < to_.accepting_checks.size()) {
        AddAll(*to_.accepting_checks[all++]);
      } else {
        AddNone(*to_.refusing_checks[none++]);
      }
    }
    return true;
  }

  std::size_t Digit(std::size_t base) {
    const std::size_t digit = choice_ % base;
    choice_ /= base;
    return digit;
  }

  void AddAll(const Checks& checks) {
    to_.accepting_checks.insert(to_.accepting_checks.end(), checks.all_of.begin(), checks.all_of.end());
    if (!checks.any_of.empty()) to_.accepting_checks.push_back(checks.any_of[Digit(checks.any_of.size())]);
    if (!checks.one_of.empty()) {
      const std::size_t chosen = Digit(checks.one_of.size());
      for (std::size_t i = 0; i < checks.one_of.size(); ++i)
        (i == chosen ? to_.accepting_checks : to_.refusing_checks).push_back(checks.one_of[i]);
    }
    if (checks.not_schema != nullptr) to_.refusing_checks.push_back(checks.not_schema);
  }

  // Adds a requirement because of which the checks refuse the value. The digit selects the part of the checks that the
  // value must violate. Digit 0 adds no requirement, because another requirement may already violate a part.
  void AddNone(const Checks& checks) {
    std::size_t digit = Digit(1 + checks.required.size() + checks.properties.size() + checks.all_of.size() +
                              (checks.any_of.empty() ? 0 : 1) + (checks.not_schema == nullptr ? 0 : 1));
    if (digit-- == 0) return;
    if (digit < checks.required.size()) return to_.forbidden_fields.push_back(checks.required[digit]);
    digit -= checks.required.size();
    if (digit < checks.properties.size()) {
      const FieldChecks& field = checks.properties[digit];
      return to_.required_fields.push_back({field.key, field.value});
    }
    digit -= checks.properties.size();
    if (digit < checks.all_of.size()) return to_.refusing_checks.push_back(checks.all_of[digit]);
    digit -= checks.all_of.size();
    if (digit == 0 && !checks.any_of.empty()) {
      to_.refusing_checks.insert(to_.refusing_checks.end(), checks.any_of.begin(), checks.any_of.end());
      return;
    }
    to_.accepting_checks.push_back(checks.not_schema);
  }

  ValueRequirements to_;
  std::size_t choice_;
};

bool LeavesChoiceIn(const Checks& checks) {
  if (!checks.any_of.empty() || !checks.one_of.empty() || checks.not_schema != nullptr) return true;
  return std::ranges::any_of(checks.all_of, [](const Checks* each) { return LeavesChoiceIn(*each); });
}

// Returns the requirements that fields and items have in common.
ValueRequirements Below(const ValueRequirements& of, const crd::Structural* schema) {
  ValueRequirements to;
  to.schema = schema;
  to.optional_levels = std::max(0, of.optional_levels - 1);
  to.depth = of.depth + 1;
  if (schema != nullptr && schema->extensions->x_embedded_resource) to.role = Role::kEmbedded;
  return to;
}

void GoAlongTo(const ValueRequirements& of, ValueRequirements& to) {
  to.is_on_path = true;
  to.given_path = of.given_path.subspan(1);
  to.given = of.given;
  to.optional_levels_at_place = of.optional_levels_at_place;
  if (!to.given_path.empty()) return;
  to.optional_levels = of.optional_levels_at_place;
  to.needs_item = to.optional_levels > 0;
}

}  // namespace

std::optional<ValueRequirements> Choose(const ValueRequirements& requirements, std::size_t choice, Budget& budget) {
  return Chooser(requirements, choice).Run(budget);
}

bool HasAlternatives(const ValueRequirements& requirements) {
  return !requirements.refusing_checks.empty() ||
         std::ranges::any_of(requirements.accepting_checks, [](const Checks* each) { return LeavesChoiceIn(*each); });
}

ValueRequirements Flatten(const ValueRequirements& requirements) {
  ValueRequirements to = requirements;
  for (std::size_t i = 0; i < to.accepting_checks.size(); ++i) {
    const Checks& checks = *to.accepting_checks[i];
    to.accepting_checks.insert(to.accepting_checks.end(), checks.all_of.begin(), checks.all_of.end());
  }
  return to;
}

ValueRequirements FieldRequirements(const ValueRequirements& of, std::string_view key) {
  const crd::Structural* schema = of.schema;
  if (schema != nullptr) {
    const crd::Structural* own = schema->properties.Find(key);
    schema = own != nullptr ? own : crd::AdditionalPropertiesOf(*schema);
  }
  ValueRequirements to = Below(of, schema);
  for (const Checks* checks : of.accepting_checks) {
    if (const Checks* field = FieldOf(*checks, key)) to.accepting_checks.push_back(field);
  }
  for (const auto& [name, checks] : of.required_fields) {
    if (name == key && checks != nullptr) to.refusing_checks.push_back(checks);
  }
  const bool is_step = of.is_on_path && !of.given_path.empty() && of.given_path[0].name == key &&
                       of.given_path[0].kind != Step::Kind::kItem;
  if (is_step) GoAlongTo(of, to);
  if (of.role == Role::kRoot && key == "metadata") to.role = Role::kMetadata;
  if (of.role == Role::kMetadata && key == "name") to.role = Role::kName;
  return to;
}

ValueRequirements ItemRequirements(const ValueRequirements& of) {
  ValueRequirements to = Below(of, of.schema == nullptr ? nullptr : of.schema->items);
  to.optional_levels = of.optional_levels;
  for (const Checks* checks : of.accepting_checks) {
    if (checks->items != nullptr) to.accepting_checks.push_back(checks->items);
  }
  return to;
}

ValueRequirements FirstItemRequirements(const ValueRequirements& of) {
  ValueRequirements to = ItemRequirements(of);
  if (of.LeadsToItem()) GoAlongTo(of, to);
  return to;
}

bool IsKept(const ValueRequirements& of, std::string_view key) {
  if (of.schema == nullptr || of.role == Role::kMetadata) return true;
  if (of.role != Role::kValue && crd::IsMetaField(key)) return true;
  if (of.schema->extensions->x_preserve_unknown_fields) return true;
  if (of.schema->properties.Find(key) != nullptr) return true;
  const auto* additional = of.schema->additional_properties;
  return additional != nullptr && (additional->allows || additional->structural != nullptr);
}

namespace {

struct NamedType {
  std::string_view name;
  unsigned types;
};

constexpr NamedType kTypes[] = {
    {"string", kStringType},   {"integer", kIntegerType}, {"number", kIntegerType | kFractionType},
    {"boolean", kBooleanType}, {"array", kListType},      {"object", kObjectType},
};

unsigned TypesOf(const Checks& checks) {
  unsigned types = kNoType;
  for (const NamedType& type : kTypes) {
    if (checks.HasType(type.name)) types |= type.types;
  }
  return types;
}

void AddLimits(const objects::Limits& limits, CombinedRequirements& to) {
  if (limits.minimum && (!to.lower || *limits.minimum >= to.lower->value))
    to.lower = {*limits.minimum, limits.exclusive_minimum};
  if (limits.maximum && (!to.upper || *limits.maximum <= to.upper->value))
    to.upper = {*limits.maximum, limits.exclusive_maximum};
  if (limits.multiple_of) to.multiples.push_back(*limits.multiple_of);
  const auto raise = [](std::int64_t& min, std::optional<std::int64_t> by) {
    if (by) min = std::max(min, *by);
  };
  const auto lower = [](std::int64_t& max, std::optional<std::int64_t> by) {
    if (by) max = std::min(max, *by);
  };
  raise(to.min_length, limits.min_length);
  raise(to.min_items, limits.min_items);
  raise(to.min_properties, limits.min_properties);
  lower(to.max_length, limits.max_length);
  lower(to.max_items, limits.max_items);
  lower(to.max_properties, limits.max_properties);
  to.has_unique_items |= limits.unique_items;
}

}  // namespace

CombinedRequirements CombinedOf(const ValueRequirements& requirements) {
  CombinedRequirements combined;
  for (const Checks* checks : requirements.accepting_checks) {
    if (checks->type_count > 0) {
      combined.types &= TypesOf(*checks);
      combined.is_typed = true;
    }
    if (checks->limits != nullptr) AddLimits(*checks->limits, combined);
    if (!checks->enumeration.empty()) combined.enumerations.push_back(checks->enumeration);
    if (!checks->pattern.empty()) combined.patterns.push_back(checks->pattern);
    if (checks->known_format != nullptr) combined.formats.push_back(checks->known_format);
    combined.is_int32 |= checks->format == "int32";
    combined.required.insert(checks->required.begin(), checks->required.end());
  }
  return combined;
}

}  // namespace structural::values
