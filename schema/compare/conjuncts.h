// Conjuncts: all checks of a value at one place of a schema. These are the checks of the place itself, and the branches
// of allOf in these checks.
//
// Conjuncts point into compiled checks, which must outlive them. Not thread-safe.
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "schema/base/work_budget.h"
#include "schema/objects/validate.h"

namespace structural::compare {

struct Conjuncts {
  std::vector<const objects::Checks*> own;  // the checks of the place itself; only these check null
  std::vector<const objects::Checks*> all;  // `own`, and the branches of allOf at any depth
  bool forbidden = false;                   // whether the place allows no value, because of additionalProperties: false
};

Conjuncts ConjunctsOf(std::vector<const objects::Checks*> own);
// Returns the conjuncts with an additional check.
Conjuncts WithCheck(const Conjuncts& conjuncts, const objects::Checks& more);

Conjuncts ConjunctsOfProperty(const Conjuncts& object, std::string_view key);
// Returns the checks of a member whose key is not in properties.
Conjuncts ConjunctsOfOtherKeys(const Conjuncts& object);
Conjuncts ConjunctsOfItems(const Conjuncts& list);

// Returns the names of properties, sorted and unique.
std::vector<std::string_view> PropertyNames(const Conjuncts& object);
// Returns the names in required, sorted and unique.
std::vector<std::string_view> RequiredNames(const Conjuncts& object);

// Kinds of values that a server's checks distinguish, as bits. kIntegralDouble: a double like 1.0. kNearInteger: a
// double like 1.0000000001, which `integer` accepts in a schema with several types (objects::IsJsonInteger).
enum Kind : unsigned {
  kNull = 1,
  kBool = 2,
  kInt = 4,
  kIntegralDouble = 8,
  kNearInteger = 16,
  kFraction = 32,
  kString = 64,
  kArray = 128,
  kObject = 256,
};
inline constexpr unsigned kFractions = kNearInteger | kFraction;
inline constexpr unsigned kDoubles = kIntegralDouble | kFractions;
inline constexpr unsigned kNumbers = kInt | kDoubles;
inline constexpr unsigned kEveryKind = 511;
inline constexpr unsigned kNonNullKinds = kEveryKind & ~static_cast<unsigned>(kNull);

// A closed interval of integers; empty if min > max.
struct IntRange {
  std::int64_t min = std::numeric_limits<std::int64_t>::min();
  std::int64_t max = std::numeric_limits<std::int64_t>::max();

  void Intersect(const IntRange& by);
};

// All possible lengths of strings, and sizes of lists and objects.
inline constexpr IntRange kAllSizes = {0, std::numeric_limits<std::int64_t>::max()};

// An interval of doubles, whose ends belong to it unless they are exclusive; empty if min > max.
struct RealRange {
  double min = -std::numeric_limits<double>::infinity();
  double max = std::numeric_limits<double>::infinity();
  bool is_min_exclusive = false;
  bool is_max_exclusive = false;

  void CutBelow(double bound, bool exclusive);
  void CutAbove(double bound, bool exclusive);
  // Returns the smallest range that contains all integers of this range.
  RealRange Integers() const;
};

// Ranges that contain all values that the conjuncts of a place accept. Each range is exact if the checks of the other
// ranges are ignored.
struct Ranges {
  unsigned kinds = kEveryKind;
  IntRange ints = {};               // integers
  RealRange reals = {};             // doubles
  IntRange length = kAllSizes;      // length of strings
  IntRange items = kAllSizes;       // number of list items
  IntRange properties = kAllSizes;  // number of members of an object
  bool unique_items = false;
};

// Upstream: kube-openapi pkg/validation/validate type.go, values.go, validator.go.
Ranges RangesOf(const Conjuncts& conjuncts);

// Like RangesOf, but the ranges are also limited by multipleOf and by formats.
Ranges KnownRangesOf(const Conjuncts& conjuncts);

// Returns whether the conjuncts accept the value. Ignores rules and list types. Returns false if `work` is exhausted.
bool Accepts(const Conjuncts& conjuncts, const json::Value& value, base::WorkBudget& work);

// Returns the types as text: "string", "integer or string", "any type".
std::string TypeText(const Conjuncts& conjuncts);

}  // namespace structural::compare
