// Found: whether a version keeps and defaults a field of another version.
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "schema/compare/compare.h"
#include "schema/compare/loaded.h"
#include "schema/compare/side.h"

namespace structural::compare {

struct Found {
  bool kept = false;
  bool is_entry = false;            // member of a map: its default only replaces null
  bool is_element = false;          // element of a list: null is not dropped
  std::optional<Side> side = {};    // set if `kept`

  std::string_view Default() const { return side ? side->Default() : ""; }
  bool HasDefault() const { return !Default().empty(); }
  // Whether a missing value always gets the default. In the status it does not, because a create drops the status
  // afterwards.
  bool SetsDefault() const { return HasDefault() && !is_entry && !side->in_status; }
  NullFate OfNull() const {
    const NullFate fate = kept ? FateOfNull(*side) : NullFate::kIsDropped;
    return kept && is_element && fate == NullFate::kIsDropped ? NullFate::kStays : fate;
  }
  bool KeepsNull() const { return OfNull() == NullFate::kStays; }
  bool IsResource() const { return side && side->resource; }
  const crd::Structural* schema() const { return side ? side->schema : nullptr; }
  bool Names(std::string_view key) const { return schema() != nullptr && schema()->properties.Find(key) != nullptr; }
  bool IsScalar() const {
    const std::string_view type = side && side->schema != nullptr ? side->schema->generic.type : "";
    return !type.empty() && type != "object" && type != "array";
  }
};

// The handling of a field before and after an update.
struct FoundPair {
  Found before, after;
};

// Finds the field before and after. With `validates`, a field that the old version refuses is not found in it. Fast for
// fields near the one of the last call.
FoundPair FindBoth(const VersionPair& pair, bool validates, std::span<const Step> field);

// Returns the fields of `other` that `field` of `own` may be: "any other key" of `own` may be a property of `other`. At
// most kMostFieldsIn; if the result has as many, more may exist.
inline constexpr std::size_t kMostFieldsIn = 16;
std::vector<FieldSteps> FieldsIn(const VersionPair& own, const VersionPair& other, std::span<const Step> field);

}  // namespace structural::compare
