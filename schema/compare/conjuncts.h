// Conjuncts: all that one place of a schema demands of a value. Its own checks, and the branches of
// their allOf.
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
  std::vector<const objects::Checks*> own;  // a null is checked by these alone
  std::vector<const objects::Checks*> all;  // these, and the branches of allOf at any depth
  bool forbidden = false;                   // additionalProperties: false: there is no value here
};

Conjuncts ConjunctsOf(std::vector<const objects::Checks*> own);
// The same place with one more demand.
Conjuncts With(const Conjuncts& conjuncts, const objects::Checks& more);

Conjuncts OfProperty(const Conjuncts& object, std::string_view key);
// Of a key that none of them names.
Conjuncts OfOtherKeys(const Conjuncts& object);
Conjuncts OfItems(const Conjuncts& list);

// The names of properties, sorted, each once.
std::vector<std::string_view> PropertyNames(const Conjuncts& object);
// Of required, sorted, each once.
std::vector<std::string_view> RequiredNames(const Conjuncts& object);

// Kinds of values, as a server's checks tell them apart. An integral double is 1.0. A near-integer is 1.0000000001, which an
// integer beside another type takes (objects::IsJsonInteger).
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
inline constexpr unsigned kSomething = kEveryKind & ~static_cast<unsigned>(kNull);

// Closed at both ends; empty where least > most.
struct IntRange {
  std::int64_t least = std::numeric_limits<std::int64_t>::min();
  std::int64_t most = std::numeric_limits<std::int64_t>::max();

  void Cut(const IntRange& by);
};

inline constexpr IntRange kSizes = {0, std::numeric_limits<std::int64_t>::max()};

struct RealRange {
  double least = -std::numeric_limits<double>::infinity();
  double most = std::numeric_limits<double>::infinity();
  bool without_least = false;
  bool without_most = false;

  void CutBelow(double bound, bool exclusive);
  void CutAbove(double bound, bool exclusive);
  // Without what is no integer.
  RealRange Whole() const;
};

// What values have to be, as far as ranges tell. Exact for each range by itself.
struct Ranges {
  unsigned kinds = kEveryKind;
  IntRange ints = {};       // of integers
  RealRange reals = {};     // of doubles
  IntRange length = kSizes;      // of strings
  IntRange items = kSizes;       // of lists
  IntRange properties = kSizes;  // of objects
  bool unique_items = false;
};

// Upstream: kube-openapi pkg/validation/validate type.go, values.go, validator.go.
Ranges RangesOf(const Conjuncts& conjuncts);

// The same, with what multipleOf and formats tell of the ends.
Ranges KnownRangesOf(const Conjuncts& conjuncts);

// Whether a value is what all of them demand. Rules and list types are no matter of it. False where `work` is exhausted.
bool Accept(const Conjuncts& conjuncts, const json::Value& value, base::WorkBudget& work);

// "string", "integer or string", "any type".
std::string TypeText(const Conjuncts& conjuncts);

}  // namespace structural::compare
