// Changes: a recorder of edits. It applies each edit to a CRD and records it.
#pragma once

#include <span>
#include <string>
#include <utility>
#include <vector>

#include "schema/base/pointer.h"
#include "schema/fix/work.h"

namespace structural::fix {

// The edits of one CRD, as operations of JSON Patch (RFC 6902). Each edit must satisfy the conditions of its operation.
// Not thread-safe.
class Changes {
 public:
  explicit Changes(json& crd) : crd_(crd) {}

  // Adds a member or element. `after`: the member after which the new member is inserted in the text of the CRD.
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

// The functions below move a CRD's fields from v1beta1 to v1.
//
// Reports each part of the CRD that Kubernetes' own conversion would lose or that no server accepts,
// as needs-you with a remedy. Returns the number of reports. Precondition: spec is an object.
std::size_t ReportObstacles(const json& crd, PlanContext& work);

// Change the CRD: UpgradeInPlace first, then UpgradeByMoves for the fields that v1 has in another place. Precondition:
// ReportObstacles returned 0.
void UpgradeInPlace(const json& crd, Changes& changes, PlanContext& work);
void UpgradeByMoves(const json& crd, Changes& changes, PlanContext& work);

inline constexpr const char* kColumns = "additionalPrinterColumns";

// A field that v1 has only in each version, and that v1beta1 can also have in spec, for all versions.
struct SharedField {
  const char* top;
  const char* in_version;
};

inline constexpr SharedField kShared[] = {{kColumns, kColumns},
                                          {"validation", "schema"},
                                          {"selectableFields", "selectableFields"},
                                          {"subresources", "subresources"}};

inline const json& SpecOf(const json& crd) { return crd.at("spec"); }

// Returns the value of a member; null if the member is missing or its value is null.
inline const json* FindNonNull(const json& object, std::string_view key) {
  const json* value = Find(object, key);
  return value == nullptr || value->is_null() ? nullptr : value;
}

// Whether FindNonNull finds a value that is not an empty list.
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

inline std::span<const json> VersionsOf(const json& crd) { return ElementsOf(SpecOf(crd), "versions"); }

inline std::string At(std::size_t version) { return base::ChildPointer("/spec/versions", version); }

// Records a change of the class kSame, which is always made: the object that a server stores stays the same.
inline void Report(PlanContext& work, const std::string& at, const char* what) {
  work.ProposeChange(ChangeImpact::kSame, "upgrade", at, what);
}

}  // namespace structural::fix
