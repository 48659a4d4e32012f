// ValueRequirements: the requirements on one value, from its own schema and from all schemas around it.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <set>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "schema/crd/model/structural.h"
#include "schema/json/value.h"
#include "schema/kubernetes/format.h"
#include "schema/objects/validate.h"
#include "schema/values/budget.h"
#include "schema/values/place.h"

namespace structural::values {

// The role of a value in a resource.
enum class Role : std::uint8_t {
  kValue,     // the value is an ordinary field
  kRoot,      // the value is the resource
  kEmbedded,  // the value is an embedded resource
  kMetadata,  // the value is the metadata of the resource
  kName,      // the value is the name in metadata of the resource
};

// The requirements on one value. Refers to objects that must outlive it.
struct ValueRequirements {
  const crd::Structural* schema = nullptr;  // null: no schema specifies the value, and a server keeps any value
  std::vector<const objects::Checks*> accepting_checks = {};  // checks that must all accept the value
  std::vector<const objects::Checks*> refusing_checks = {};   // checks that must all refuse the value
  // `required_fields`: fields that an object must have, each with checks that must refuse the field's value, or null.
  // `forbidden_fields`: fields that it must not have.
  std::vector<std::pair<std::string_view, const objects::Checks*>> required_fields = {};
  std::vector<std::string_view> forbidden_fields = {};
  std::vector<json::Value> preferred = {};  // scalars that are tried first
  Role role = Role::kValue;
  // The remaining path from the value to the place of `given`. If `given` is null, any value must exist at the place.
  // `is_on_path`: whether the value contains the place; if false, `given` and `given_path` are ignored.
  ValuePath given_path = {};
  const json::Value* given = nullptr;
  bool is_on_path = false;

  int optional_levels = 0;           // number of levels, from the value down, in which optional fields are set
  int optional_levels_at_place = 0;  // value of `optional_levels` at the end of `given_path`
  bool needs_item = false;           // whether a list must have at least one item
  std::size_t variant = 0;           // index of the wanted value among different values that the schema allows
  int depth = 0;

  // Whether the path continues with the first item, so that the value must be a list.
  bool LeadsToItem() const { return is_on_path && !given_path.empty() && given_path[0].kind == Step::Kind::kItem; }
};

// Returns the requirements with one option chosen for each anyOf, oneOf and not that has several options. `choice` is
// the number of the combination of options. Returns nullopt if the number is too high, if it is an equivalent of a
// smaller number, or if the budget is exhausted.
std::optional<ValueRequirements> Choose(const ValueRequirements& requirements, std::size_t choice, Budget& budget);

// Whether several values of `choice` may have different results in Choose.
bool HasAlternatives(const ValueRequirements& requirements);

// Returns the requirements with those of allOf, but without those of other branches.
ValueRequirements Flatten(const ValueRequirements& requirements);

// Return the requirements on a field, map entry or list item of a value.
ValueRequirements FieldRequirements(const ValueRequirements& of, std::string_view key);
ValueRequirements ItemRequirements(const ValueRequirements& of);
// Returns the requirements on the first item of a list. Unlike for other items, the path to the given value may lead
// through it.
ValueRequirements FirstItemRequirements(const ValueRequirements& of);

// Whether a server keeps a field with this name.
bool IsKept(const ValueRequirements& of, std::string_view key);

// A set of types as bits.
enum Types : unsigned {
  kNoType = 0,
  kStringType = 1 << 0,
  kIntegerType = 1 << 1,
  kFractionType = 1 << 2,  // numbers with a fraction
  kBooleanType = 1 << 3,
  kListType = 1 << 4,
  kObjectType = 1 << 5,
  kAllTypes = (1 << 6) - 1,
};

// A lower or upper bound of a number.
struct Bound {
  double value;
  bool exclusive;
};

// The requirements of several schemas on one value, combined into one list of limits. Requirements that cannot be
// combined, such as branches, are omitted. Points into the ValueRequirements from which it was computed.
struct CombinedRequirements {
  static constexpr std::int64_t kNoLimit = std::numeric_limits<std::int64_t>::max();

  unsigned types = kAllTypes;
  bool is_typed = false;  // whether a schema specifies the type
  std::optional<Bound> lower, upper;
  std::vector<double> multiples = {};
  std::int64_t min_length = 0, max_length = kNoLimit;
  std::int64_t min_items = 0, max_items = kNoLimit;
  std::int64_t min_properties = 0, max_properties = kNoLimit;
  bool has_unique_items = false;
  std::vector<std::span<const json::Value>> enumerations = {};
  std::vector<std::string_view> patterns = {};
  std::vector<const kubernetes::Format*> formats = {};
  bool is_int32 = false;
  std::set<std::string_view> required = {};
};

// Combines requirements. Precondition: `requirements` is a result of Choose or Flatten.
CombinedRequirements CombinedOf(const ValueRequirements& requirements);

}  // namespace structural::values
