#include <algorithm>

#include "schema/base/pointer.h"
#include "schema/fix/changes.h"
#include "schema/fix/strategies.h"

namespace structural::fix {
namespace {

constexpr const char* kApproved = "api-approved.kubernetes.io";

// Whether a value is null, "", [], {} or an object of such values.
bool IsBlank(const json& value) {
  if (value.is_object()) return std::ranges::all_of(value, IsBlank);
  if (value.is_string()) return value.get_ptr<const std::string*>()->empty();
  return value.is_null() || (value.is_array() && value.empty());
}

// Removes an empty status, as controller-gen wrote it before 0.9.
void DropStatus(json& crd, PlanContext& work) {
  const json* status = Find(crd, "status");
  if (status == nullptr || !IsBlank(*status)) return;
  if (work.ProposeChange(ChangeImpact::kSame, "generated-status", "/status",
                         "the server writes the status itself and ignores this one")) {
    crd.erase("status");
  }
}

void StoreOnlyVersion(json& crd, PlanContext& work) {
  json* versions = Find(crd["spec"], "versions");
  if (versions == nullptr || !versions->is_array() || versions->size() != 1) return;
  json& version = versions->front();
  const bool patch = FindNonNull(SpecOf(crd), "names") == nullptr;  // a CRD without names is only a patch of a CRD
  if (!version.is_object() || IsTrue(version, "storage") || patch) return;
  if (work.ProposeChange(ChangeImpact::kSame, "versions", "/spec/versions",
                         "the only version is the storage version")) {
    version["storage"] = true;
  }
}

// Renames JSONPath, the name of v1beta1, to jsonPath.
void NamePaths(json& version, const std::string& at, PlanContext& work) {
  json* columns = Find(version, kColumns);
  if (columns == nullptr || !columns->is_array()) return;
  for (std::size_t i = 0; i < columns->size(); ++i) {
    json& column = (*columns)[i];
    if (TextOf(column, "JSONPath").empty() || column.contains("jsonPath")) continue;
    if (!work.ProposeChange(ChangeImpact::kSame, "printer-columns",
                            base::PointerBelow(base::PointerBelow(at, kColumns), i), "v1 calls JSONPath jsonPath")) {
      continue;
    }
    column["jsonPath"] = column["JSONPath"];
    column.erase("JSONPath");
  }
}

void DropNullableRoot(json& schema, const std::string& at, PlanContext& work) {
  if (!IsTrue(schema, "nullable")) return;
  if (work.ProposeChange(ChangeImpact::kSame, "schema-root", base::PointerBelow(at, "nullable"), "no object is null")) {
    schema.erase("nullable");
  }
}

bool IsProtected(const json& crd) {
  const std::string group = "." + std::string(TextOf(SpecOf(crd), "group"));
  return group.ends_with(".k8s.io") || group.ends_with(".kubernetes.io");
}

}  // namespace

void FixApproval(json& crd, const Choices& choices, PlanContext& work) {
  const json* metadata = FindNonNull(crd, "metadata");
  const json* annotations = metadata == nullptr ? nullptr : FindNonNull(*metadata, "annotations");
  const bool approved = annotations != nullptr && !TextOf(*annotations, kApproved).empty();
  if (!IsProtected(crd) || metadata == nullptr || approved) return;
  const std::string at = annotations == nullptr ? "/metadata" : "/metadata/annotations";
  if (choices.approval.empty()) {
    work.ProposeChange(ChangeImpact::kNeedsYou, "api-approved", at,
                       "this group is protected: in v1 the server requires the annotation " + std::string(kApproved) +
                           ", with the URL of the approval or \"unapproved\" and a reason");
    return;
  }
  work.NoteChosen(ChangeImpact::kSame, "api-approved", at, std::string(kApproved) + " is \"" + choices.approval + '"');
  crd["metadata"]["annotations"][kApproved] = choices.approval;
}

void FixRefusals(json& crd, const Choices& choices, PlanContext& work) {
  const bool v1 = TextOf(crd, "apiVersion") == "apiextensions.k8s.io/v1";
  if (v1) FixApproval(crd, choices, work);
  StoreOnlyVersion(crd, work);
  json* versions = Find(crd["spec"], "versions");
  for (std::size_t i = 0; v1 && versions != nullptr && i < versions->size(); ++i)
    NamePaths((*versions)[i], At(i), work);
  ForEachSchema(crd, [&](json& schema, const std::string& at) { DropNullableRoot(schema, at, work); });
  if (!choices.keep_status) DropStatus(crd, work);
}

}  // namespace structural::fix
