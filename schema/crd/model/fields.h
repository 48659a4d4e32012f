// The schemas of an object's fields.
#pragma once

#include <algorithm>
#include <bit>
#include <string_view>

#include "schema/crd/model/structural.h"

namespace structural::crd {

// Finds properties for keys in ascending order. All calls together cost at most one search in the longer list for each
// element of the shorter one.
class Properties {
 public:
  explicit Properties(const Map<Structural>& map) : at_(map.begin()), end_(map.end()) {}

  // Returns nullptr if the key is not a property. Precondition: keys of consecutive calls do not decrease.
  const Structural* Find(std::string_view key) {
    auto step = static_cast<std::ptrdiff_t>(1);
    auto low = at_;
    while (end_ - low > step && (low + step)->key <= key) {
      low += step;
      step *= 2;
    }
    const auto high = end_ - low > step ? low + step : end_;
    at_ = std::lower_bound(low, high, key, [](const auto& e, auto k) { return e.key < k; });
    return at_ != end_ && at_->key == key ? at_->value : nullptr;
  }

 private:
  decltype(Map<Structural>().begin()) at_, end_;
};

// Returns the schema of keys that are not properties; nullptr if none exists.
inline const Structural* AdditionalOf(const Structural& schema) {
  const auto* additional = schema.additional_properties;
  return additional == nullptr ? nullptr : additional->structural;
}

// Fields of every resource, whatever its schema specifies.
inline constexpr std::string_view kMetaFields[] = {"apiVersion", "kind", "metadata"};

inline bool IsMetaField(std::string_view key) { return std::ranges::find(kMetaFields, key) != std::end(kMetaFields); }

// Whether a schema, which may be null, is that of a resource. `root`: it is the root of a schema.
inline bool IsResource(const Structural* schema, bool root) {
  return root || (schema != nullptr && schema->extensions->x_embedded_resource);
}

}  // namespace structural::crd
