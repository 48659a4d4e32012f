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

// The handling of a field by one version of a CRD.
struct FieldHandling {
  // whether the version keeps the field
  bool kept = false;
  bool is_entry = false;                // whether the field is an entry of a map, whose default only replaces null
  bool is_element = false;              // whether the field is an element of a list, in which null is not dropped
  std::optional<SchemaSide> side = {};  // set if `kept`

  std::string_view Default() const { return side ? side->Default() : ""; }
  bool HasDefault() const { return !Default().empty(); }
  // Whether a missing field always gets the default. A field in the status does not, because a create drops the status
  // after defaulting.
  bool SetsDefault() const { return HasDefault() && !is_entry && !side->in_status; }
  NullHandling HandlingOfNull() const {
    const NullHandling handling = kept ? NullHandlingOf(*side) : NullHandling::kIsDropped;
    return kept && is_element && handling == NullHandling::kIsDropped ? NullHandling::kStays : handling;
  }
  bool KeepsNull() const { return HandlingOfNull() == NullHandling::kStays; }
  bool IsResource() const { return side && side->is_resource; }
  const crd::Structural* schema() const { return side ? side->schema : nullptr; }
  bool Specifies(std::string_view key) const {
    return schema() != nullptr && schema()->properties.Find(key) != nullptr;
  }
  bool IsScalar() const {
    const std::string_view type = side && side->schema != nullptr ? side->schema->generic.type : "";
    return !type.empty() && type != "object" && type != "array";
  }
};

// The handling of a field before and after an update.
struct FieldHandlingPair {
  FieldHandling before, after;
};

// Finds the handling of a field by the version before and after the update. If `validates` is true, a field that the
// old version refuses counts as not kept before. Fast for a field near that of the previous call.
FieldHandlingPair FindFieldBeforeAndAfter(const VersionPair& pair, bool validates, std::span<const Step> field);

// Returns the fields in the schema of `other` that can be the same field of an object as `field` in the schema of
// `own`. There can be several, because "any other key" of `own` can be a property of `other`. Returns at most
// kMaxCorrespondingFields; if it returns this number, more may exist.
inline constexpr std::size_t kMaxCorrespondingFields = 16;
std::vector<FieldSteps> CorrespondingFields(const VersionPair& own, const VersionPair& other,
                                            std::span<const Step> field);

}  // namespace structural::compare
