#include "schema/objects/check_value.h"

#include <algorithm>
#include <unordered_set>

#include "schema/json/identity.h"

namespace structural::objects {
namespace {

using json::Member;
using json::Value;

constexpr std::size_t kCheckUnits = 8;     // units of work for one schema, without its enum and the fields of the value
constexpr std::size_t kRequiredUnits = 4;  // for one required field, which is searched among the members

bool HasDuplicates(std::span<const Value> elements) {
  if (elements.size() < 2) return false;
  std::unordered_set<std::string> seen;
  return !std::ranges::all_of(elements,
                              [&](const Value& element) { return seen.insert(DeepIdentity(element)).second; });
}

void CheckArray(const Checks& checks, const Value& value, const kubernetes::ObjectPath& at, const Reporter& report,
                Outcome& to, const crd::Correlated& update) {
  const auto elements = value.elements();
  const auto size = static_cast<std::int64_t>(elements.size());
  if (checks.items != nullptr) {
    for (std::size_t i = 0; i < elements.size(); ++i) {
      CheckValue(*checks.items, elements[i], at.Index(i), report, to, update.Index(i));
    }
  }
  ++to.matches;
  const Limits* limits = checks.limits;
  if (limits == nullptr) return;
  if (limits->min_items && size < *limits->min_items) {
    report.Invalid(at, "minItems", Value::Int(size), "should have at least ", *limits->min_items, " items", to);
  }
  if (limits->max_items && size > *limits->max_items) {
    report.TooMany(at, "items", size, *limits->max_items, to);
  }
  if (limits->unique_items && HasDuplicates(elements)) {
    report.Invalid(at, "uniqueItems", Value::String(""), "shouldn't contain duplicates", to);
  }
}

void CheckSize(const Limits& limits, std::int64_t size, const kubernetes::ObjectPath& at, const Reporter& report,
               Outcome& to) {
  if (limits.min_properties && size < *limits.min_properties) {
    report.Invalid(at, "minProperties", Value::Int(size), "should have at least ", *limits.min_properties,
                   " properties", to);
  }
  if (limits.max_properties && size > *limits.max_properties) {
    report.TooMany(at, "properties", size, *limits.max_properties, to);
  }
}

// Returns the correlated member. kind and apiVersion of the root have none, so they are always checked.
crd::Correlated MemberOf(const crd::Correlated& update, const kubernetes::ObjectPath& at, std::string_view key) {
  if (!update || (at.IsRoot() && (key == "kind" || key == "apiVersion"))) return {};
  return update.Key(key);
}

// Whether only the members that are properties of the schema are checked, and the schema has fewer properties than the
// object has members. Then each property is looked up in the object.
bool LooksUpProperties(const Checks& checks, std::size_t members) {
  return !checks.forbids_additional && checks.additional == nullptr && checks.properties.size() < members;
}

void CheckRequired(const Checks& checks, const Value& value, const kubernetes::ObjectPath& at, const Reporter& report,
                   Outcome& to) {
  for (const std::string_view key : checks.required) {
    if (value.Find(key) == nullptr) report.Required(at, key, to);
  }
}

void CheckObject(const Checks& checks, const Value& value, const kubernetes::ObjectPath& at, const Reporter& report,
                 Outcome& to, const crd::Correlated& update) {
  const auto members = value.members();
  if (checks.limits != nullptr) {
    CheckSize(*checks.limits, static_cast<std::int64_t>(members.size()), at, report, to);
  }
  if (LooksUpProperties(checks, members.size())) {
    for (const FieldChecks& each : checks.properties) {
      const Value* member = value.Find(each.key);
      if (member != nullptr)
        CheckValue(*each.value, *member, at.Name(each.key), report, to, MemberOf(update, at, each.key));
    }
    return CheckRequired(checks, value, at, report, to);
  }
  auto field = checks.properties.begin();
  const auto end = checks.properties.end();
  for (const Member& member : members) {
    field = std::lower_bound(field, end, member.key,
                             [](const FieldChecks& f, std::string_view key) { return f.key < key; });
    if (field != end && field->key == member.key) {
      CheckValue(*field->value, member.value, at.Name(member.key), report, to, MemberOf(update, at, member.key));
    } else if (checks.forbids_additional) {
      report.Forbidden(at, member.key, to);
    } else if (checks.additional != nullptr) {
      CheckValue(*checks.additional, member.value, at.Key(member.key), report, to, MemberOf(update, at, member.key));
    }
  }
  CheckRequired(checks, value, at, report, to);
}

// Returns the units of work for the members, properties and required fields that the check of the object visits.
std::size_t VisitedFields(const Checks& checks, const Value& value) {
  if (!value.is_object()) return 0;
  const std::size_t members = value.members().size();
  return kRequiredUnits * checks.required.size() +
         (LooksUpProperties(checks, members) ? checks.properties.size() : members);
}

void CheckAny(const Checks& checks, const Value& value, const kubernetes::ObjectPath& at, const Reporter& report,
              Outcome& to, const crd::Correlated& update) {
  if (to.failed && !report.has_texts()) return;
  if (!report.Spend(kCheckUnits + checks.enumeration.size() + VisitedFields(checks, value))) {
    to.failed = true;
    return;
  }
  if (value.is_null()) {
    CheckType(checks, value, at, report, to);
    return CheckEnum(checks, value, at, report, to);
  }
  if (checks.type_count > 0 || !checks.format.empty()) {
    CheckType(checks, value, at, report, to);
    ++to.matches;
  }
  CheckJunctors(checks, value, at, report, to);
  if (value.is_string()) CheckString(checks, value, at, report, to);
  if (value.is_number()) CheckNumber(checks, value, at, report, to);
  if (value.is_array()) CheckArray(checks, value, at, report, to, update);
  CheckEnum(checks, value, at, report, to);
  if (value.is_object()) CheckObject(checks, value, at, report, to, update);
  // One match each for the branches, the enum, the kind and the schema.
  to.matches += 3;
  if (value.kind() != Value::Kind::kBool) ++to.matches;
  if (value.is_string() && checks.known_format != nullptr) ++to.matches;
}

}  // namespace

void CheckValue(const Checks& checks, const Value& value, const kubernetes::ObjectPath& at, const Reporter& report,
                Outcome& to, const crd::Correlated& update) {
  if (!update.Unchanged()) CheckAny(checks, value, at, report, to, update);
}

}  // namespace structural::objects
