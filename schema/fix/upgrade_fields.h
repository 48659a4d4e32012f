// Where v1beta1 and v1 have the fields of a CRD.
#pragma once

#include <span>
#include <string>

#include "schema/fix/work.h"

namespace structural::fix {

inline constexpr const char* kColumns = "additionalPrinterColumns";

// What stands at the top of spec in v1beta1, and in every version in v1.
struct Shared {
  const char* top;
  const char* in_version;
};

inline constexpr Shared kShared[] = {{kColumns, kColumns},
                                     {"validation", "schema"},
                                     {"selectableFields", "selectableFields"},
                                     {"subresources", "subresources"}};

inline const json& SpecOf(const json& crd) { return crd.at("spec"); }

// The member's value; null where there is none, and where it is null.
inline const json* FindNonNull(const json& object, std::string_view key) {
  const json* value = Find(object, key);
  return value == nullptr || value->is_null() ? nullptr : value;
}

// The same, where an empty list is as good as none.
inline bool IsSpecified(const json& object, std::string_view key) {
  const json* value = FindNonNull(object, key);
  return value != nullptr && !(value->is_array() && value->empty());
}

inline bool HasSchema(const json& holder, const char* key) {
  const json* around = FindNonNull(holder, key);
  return around != nullptr && FindNonNull(*around, "openAPIV3Schema") != nullptr;
}

inline std::span<const json> ElementsOf(const json& object, const char* key) {
  const json* list = FindNonNull(object, key);
  if (list == nullptr || !list->is_array()) return {};
  return *list->get_ptr<const json::array_t*>();
}

inline std::span<const json> VersionsOf(const json& crd) {
  return ElementsOf(SpecOf(crd), "versions");
}

inline std::string At(std::size_t version) { return Below("/spec/versions", version); }

// kSame, and always done: the object in the server is the same.
inline void Report(Work& work, const std::string& at, const char* what) {
  work.ProposeChange(ChangeImpact::kSame, "upgrade", at, what);
}

}  // namespace structural::fix
