// PlaceCheck: the obligations of one place (obligations.h), by keyword.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <type_traits>

#include "schema/compare/obligations.h"
#include "schema/kubernetes/print.h"

namespace structural::compare {

// A keyword for a limit, and its member in objects::Limits.
template <typename T>
struct LimitRow {
  std::string_view keyword;
  std::optional<T> objects::Limits::*limit;
};
using SizeRow = LimitRow<std::int64_t>;

// Returns the strictest limit among the checks of a place; empty if none has one.
template <typename T>
std::string LimitText(const Conjuncts& conjuncts, std::optional<T> objects::Limits::*limit, bool least) {
  std::optional<T> bound;
  for (const objects::Checks* each : conjuncts.all) {
    if (each->limits == nullptr || !(each->limits->*limit)) continue;
    const T found = *(each->limits->*limit);
    if (!bound || (least ? found > *bound : found < *bound)) bound = found;
  }
  if (!bound) return {};
  if constexpr (std::is_same_v<T, double>)
    return kubernetes::PrintFloat(*bound);
  else
    return std::to_string(*bound);
}

class PlaceCheck {
 public:
  PlaceCheck(const Places& places, Obligations& out)
      : from_(places.from),
        to_(places.to),
        now_(KnownRangesOf(places.known == nullptr ? places.from : With(places.from, *places.known))),
        then_(RangesOf(places.to)),
        out_(out) {
    now_.kinds &= places.kinds;
  }

  void Check();

 private:
  void CheckTypes();
  void CheckSizes(const IntRange& now, const IntRange& then, const SizeRow& least, const SizeRow& most);
  void CheckInts();
  void CheckReals();
  void CheckBound(bool least, std::string hint);
  void CheckMultiples();
  void CheckTexts();
  void CheckEnums();

  const Conjuncts& from_;
  const Conjuncts& to_;
  Ranges now_;
  const Ranges then_;
  Obligations& out_;
};

}  // namespace structural::compare
