// The keywords that the pruning KEP goes by.
#pragma once

#include <string_view>

#include "schema/json/value.h"

namespace structural::objects::kep {

inline constexpr std::string_view kType = "type";
inline constexpr std::string_view kItems = "items";
inline constexpr std::string_view kAdditionalItems = "additionalItems";
inline constexpr std::string_view kProperties = "properties";
inline constexpr std::string_view kPatternProperties = "patternProperties";
inline constexpr std::string_view kAdditionalProperties = "additionalProperties";
// The text has both names, and a third in an example.
inline constexpr std::string_view kNoPrune = "x-kubernetes-no-prune";
inline constexpr std::string_view kNoPruneNames[] = {"x-kubernetes-no-prune",
                                                     "x-kubernetes-no-pruning", "x-no-pruning"};

// The value of x-kubernetes-no-prune under any of its names; nullptr where there is none.
inline const json::Value* FindNoPrune(const json::Value& schema) {
  for (const std::string_view name : kNoPruneNames) {
    if (const json::Value* found = schema.Find(name)) return found;
  }
  return nullptr;
}

inline bool IsTrue(const json::Value& value) {
  return value.kind() == json::Value::Kind::kBool && value.boolean();
}

// Those with a list of branches; `not` has one.
inline bool IsJunctor(std::string_view key) {
  return key == "allOf" || key == "anyOf" || key == "oneOf";
}

// Whether additionalProperties or additionalItems specify something: false does not.
inline bool Allows(const json::Value& value) { return value.is_object() || IsTrue(value); }

}  // namespace structural::objects::kep
