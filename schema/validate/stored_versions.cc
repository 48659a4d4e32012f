// Upstream: apis/apiextensions/validation/validation.go
// ValidateCustomResourceDefinitionStoredVersions (v0.37.2).
#include <map>

#include "schema/validate/checks.h"
#include "schema/validate/printed.h"

namespace structural::validate {

void ValidateStoredVersions(const Context& in) {
  const FieldPath status("status");
  const FieldPath path = status.Child("storedVersions");
  const Value* list = Below(in.crd.crd.Find("status"), "storedVersions");
  const auto stored = ElementsOf(list);
  if (stored.empty()) {
    return in.errors.Add(
        kubernetes::InvalidPrinted(kStoredVersions, path, PrintedJson(list), "must have at least one stored version"));
  }
  std::map<std::string_view, std::size_t> missing;
  for (std::size_t i = 0; i < stored.size(); ++i) missing[TextOf(&stored[i])] = i;
  for (const Value& version : VersionsOf(in.spec())) {
    if (in.errors.full()) return;
    const std::string_view name = TextOf(version.Find("name"));
    if (missing.erase(name) == 0 && IsTrue(version.Find("storage"))) {
      in.errors.Add(kubernetes::InvalidPrinted(kStoredVersions, path, PrintedJson(list),
                                               "must have the storage version " + std::string(name)));
    }
  }
  for (const auto& [view, index] : missing) {
    const std::string name(view);
    in.errors.Add(
        kubernetes::Invalid(kStoredVersions, status.Child("storedVersions", index), name,
                            "missing from spec.versions; " + name +
                                " was previously a storage version, and must remain in spec.versions until a storage "
                                "migration ensures no data remains persisted in " +
                                name + " and removes " + name + " from status.storedVersions"));
  }
}

}  // namespace structural::validate
