// FieldHandling: whether a version keeps and defaults a field of another version.
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "schema/compare/compare.h"
#include "schema/compare/loaded.h"
#include "schema/compare/side.h"

namespace structural::compare {

struct FieldHandling {
  bool kept = false;
  bool is_entry = false;                // member of a map: its default only replaces null
  bool is_element = false;              // element of a list: null is not dropped
  std::optional<SchemaSide> side = {};  // set if `kept`

  std::string_view Default() const { return side ? side->Default() : ""; }
  bool HasDefault() const { return !Default().empty(); }
  // Whether a missing value always gets the default. In the status it does not, because a create drops the status
  // afterwards.
  bool SetsDefault() const { return HasDefault() && !is_entry && !side->in_status; }
  NullHandling OfNull() const {
    const NullHandling handling = kept ? NullHandlingOf(*side) : NullHandling::kIsDropped;
    return kept && is_element && handling == NullHandling::kIsDropped ? NullHandling::kStays : handling;
  }
  bool KeepsNull() const { return OfNull() == NullHandling::kStays; }
  bool IsResource() const { return side && side->resource; }
  const crd::Structural* schema() const { return side ? side->schema : nullptr; }
  bool Names(std::string_view key) const { return schema() != nullptr && schema()->properties.Find(key) != nullptr; }
  bool IsScalar() const {
    const std::string_view type = side && side->schema != nullptr ? side->schema->generic.type : "";
    return !type.empty() && type != "object" && type != "array";
  }
};

// The handling of a field before and after an update.
struct FieldHandlingPair {
  FieldHandling before, after;
};

// Finds the field before and after the update. With `validates`, a field that the old version refuses is not found in
// the old version. Fast for a field near that of the previous call.
FieldHandlingPair FindFieldBeforeAndAfter(const VersionPair& pair, bool validates, std::span<const Step> field);

// Returns the fields of `other` that `field` of `own` may be: "any other key" of `own` may be a property of `other`. At
// most kMaxCorrespondingFields; if the result has as many, more may exist.
inline constexpr std::size_t kMaxCorrespondingFields = 16;
std::vector<FieldSteps> CorrespondingFields(const VersionPair& own, const VersionPair& other,
                                            std::span<const Step> field);

}  // namespace structural::compare
