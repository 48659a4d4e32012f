// CombinedRequirements: the combined requirements of several schemas on one value, as far as they can be combined.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <set>
#include <span>
#include <string_view>
#include <vector>

#include "schema/json/value.h"
#include "schema/kubernetes/format.h"
#include "schema/values/demands.h"

namespace structural::values {

// Sets of types, as bits.
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

// Points into the demands that it was computed from.
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

// Precondition: `demands` is a result of Choose or Flatten.
CombinedRequirements FactsOf(const ValueRequirements& demands);

}  // namespace structural::values
