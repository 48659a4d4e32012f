// What a version has at a field of another version.
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
  bool is_entry = false;            // of a map: its default is only set for a null
  bool is_element = false;          // of a list: null is not dropped
  std::optional<Side> side = {};    // where it is kept

  std::string_view Default() const { return side ? side->Default() : ""; }
  bool HasDefault() const { return !Default().empty(); }
  // Wherever it is missing: a create drops the status after the version has set its defaults.
  bool SetsDefault() const { return HasDefault() && !is_entry && !side->in_status; }
  NullFate OfNull() const {
    const NullFate fate = kept ? FateOfNull(*side) : NullFate::kIsDropped;
    return kept && is_element && fate == NullFate::kIsDropped ? NullFate::kStays : fate;
  }
  bool KeepsNull() const { return OfNull() == NullFate::kStays; }
  bool IsResource() const { return side && side->resource; }
  const model::Structural* schema() const { return side ? side->schema : nullptr; }
  bool Names(std::string_view key) const { return schema() != nullptr && schema()->properties.Find(key) != nullptr; }
  bool IsScalar() const {
    const std::string_view type = side && side->schema != nullptr ? side->schema->generic.type : "";
    return !type.empty() && type != "object" && type != "array";
  }
};

// What a version has at a field, before and after.
struct FoundPair {
  Found before, after;
};

// What the version itself does not accept is not there before, with `validates`. Fast for fields close to the last one.
FoundPair FindBoth(const VersionPair& pair, bool validates, std::span<const Step> field);

// The field of one version in another one: any other key of the first may be a property of the second. At most
// kMostFieldsIn of them: then there may be more.
inline constexpr std::size_t kMostFieldsIn = 16;
std::vector<FieldSteps> FieldsIn(const VersionPair& own, const VersionPair& other, std::span<const Step> field);

}  // namespace structural::compare
