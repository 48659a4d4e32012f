// Conjuncts: all checks of a value at one place of a schema: its own, and the branches of their allOf.
//
// They point into compiled checks, which must outlive them. Not thread-safe.
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
  std::vector<const objects::Checks*> own;  // only these check null
  std::vector<const objects::Checks*> all;  // `own`, and the branches of allOf at any depth
  bool forbidden = false;                   // additionalProperties: false allows no value here
};

Conjuncts ConjunctsOf(std::vector<const objects::Checks*> own);
// Returns the conjuncts with one more check.
Conjuncts With(const Conjuncts& conjuncts, const objects::Checks& more);

Conjuncts OfProperty(const Conjuncts& object, std::string_view key);
// Returns the checks of a member whose key is not in properties.
Conjuncts OfOtherKeys(const Conjuncts& object);
Conjuncts OfItems(const Conjuncts& list);

// Returns the names of properties, sorted and unique.
std::vector<std::string_view> PropertyNames(const Conjuncts& object);
// Returns the names in required, sorted and unique.
std::vector<std::string_view> RequiredNames(const Conjuncts& object);

// Kinds of values that a server's checks distinguish. An integral double is 1.0. A near-integer is 1.0000000001, which
// `integer` accepts in a schema with several types (objects::IsJsonInteger).
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

// A closed interval; empty if least > most.
struct IntRange {
  std::int64_t min = std::numeric_limits<std::int64_t>::min();
  std::int64_t max = std::numeric_limits<std::int64_t>::max();

  void Cut(const IntRange& by);
};

inline constexpr IntRange kSizes = {0, std::numeric_limits<std::int64_t>::max()};

struct RealRange {
  double min = -std::numeric_limits<double>::infinity();
  double max = std::numeric_limits<double>::infinity();
  bool is_min_exclusive = false;
  bool is_max_exclusive = false;

  void CutBelow(double bound, bool exclusive);
  void CutAbove(double bound, bool exclusive);
  // Returns the smallest range that contains all integers of this range.
  RealRange Whole() const;
};

// Ranges that contain all accepted values. Each range is exact if the checks of the other ranges are ignored.
struct Ranges {
  unsigned kinds = kEveryKind;
  IntRange ints = {};            // integers
  RealRange reals = {};          // doubles
  IntRange length = kSizes;      // length of strings
  IntRange items = kSizes;       // number of list items
  IntRange properties = kSizes;  // number of members of an object
  bool unique_items = false;
};

// Upstream: kube-openapi pkg/validation/validate type.go, values.go, validator.go.
Ranges RangesOf(const Conjuncts& conjuncts);

// Returns the ranges of RangesOf, limited by multipleOf and formats as well.
Ranges KnownRangesOf(const Conjuncts& conjuncts);

// Returns whether the value fulfils all conjuncts. Ignores rules and list types. Returns false if `work` is exhausted.
bool Accept(const Conjuncts& conjuncts, const json::Value& value, base::WorkBudget& work);

// Returns the types as text: "string", "integer or string", "any type".
std::string TypeText(const Conjuncts& conjuncts);

}  // namespace structural::compare
