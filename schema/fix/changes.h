// Changes: edits of a CRD, made and noted.
#pragma once

#include <span>
#include <string>
#include <utility>
#include <vector>

#include "schema/fix/work.h"

namespace structural::fix {

// Each is an operation of JSON Patch; preconditions are those of RFC 6902. Not thread-safe.
class Changes {
 public:
  explicit Changes(json& crd) : crd_(crd) {}

  // `after`: the member that the new one should stand behind in a text.
  void Add(const std::string& path, json value, std::string after = {});
  void Replace(const std::string& path, json value);
  void Remove(const std::string& path);
  void Move(const std::string& from, const std::string& path);
  void Copy(const std::string& from, const std::string& path);

  std::vector<Edit> Take() { return std::move(edits_); }

 private:
  void Note(Edit edit);

  json& crd_;
  std::vector<Edit> edits_;
};

// From where v1beta1 has a CRD's fields to where v1 does.
//
// What Kubernetes' own conversion would lose, or no server takes: told as needs-you, each with what
// to do. Returns how many. Precondition: spec is an object.
std::size_t ReportObstacles(const json& crd, Work& work);

// Preconditions: there are no obstacles. Both change the CRD: first what stays in its place, then
// what goes elsewhere.
void UpgradeInPlace(const json& crd, Changes& changes, Work& work);
void UpgradeByMoves(const json& crd, Changes& changes, Work& work);

// Where v1beta1 and v1 have the fields of a CRD.

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
