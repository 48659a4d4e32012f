// Which schema a field of an object has.
#pragma once

#include <algorithm>
#include <bit>
#include <string_view>

#include "schema/model/structural.h"

namespace structural::objects {

// Looks properties up for keys that come in ascending order: all of them together cost no more than
// the shorter of the two lists takes to be found in the longer one.
class Properties {
 public:
  explicit Properties(const model::Map<model::Structural>& map)
      : at_(map.begin()), end_(map.end()) {}

  // nullptr where the key is no property. Precondition: no key is less than the one before.
  const model::Structural* Find(std::string_view key) {
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
  decltype(model::Map<model::Structural>().begin()) at_, end_;
};

// The schema of all keys that are no property; nullptr where there is none.
inline const model::Structural* AdditionalOf(const model::Structural& schema) {
  const auto* additional = schema.additional_properties;
  return additional == nullptr ? nullptr : additional->structural;
}

// What every resource has, whatever its schema says.
inline constexpr std::string_view kMetaFields[] = {"apiVersion", "kind", "metadata"};

inline bool IsMetaField(std::string_view key) { return std::ranges::find(kMetaFields, key) != std::end(kMetaFields); }

// Whether a schema, which may be null, is that of a resource: `root` says it of the outermost one.
inline bool IsResource(const model::Structural* schema, bool root) {
  return root || (schema != nullptr && schema->extensions->x_embedded_resource);
}

}  // namespace structural::objects
