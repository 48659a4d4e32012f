#include "schema/base/pointer.h"
#include "schema/fix/changes.h"

namespace structural::fix {
namespace {

class InPlace {
 public:
  InPlace(const json& crd, Changes& changes, PlanContext& work) : crd_(crd), changes_(changes), work_(work) {}

  void Do();

 private:
  void RenamePaths(const std::string& holder);
  void RemoveUnspecified(const json& object, const std::string& at, const char* key);
  void Conversion();

  const json& crd_;
  Changes& changes_;
  PlanContext& work_;
};

void InPlace::RenamePaths(const std::string& holder) {
  const json& object = crd_.at(json::json_pointer(holder));
  const std::string list = base::PointerBelow(holder, kColumns);
  const std::size_t count = ElementsOf(object, kColumns).size();
  if (count != 0) Report(work_, list, "v1 calls JSONPath jsonPath");
  for (std::size_t i = 0; i < count; ++i) {
    const std::string column = base::PointerBelow(list, i);
    if (!ElementsOf(object, kColumns)[i].contains("JSONPath")) continue;
    changes_.Move(base::PointerBelow(column, "JSONPath"), base::PointerBelow(column, "jsonPath"));
  }
}

void InPlace::RemoveUnspecified(const json& object, const std::string& at, const char* key) {
  if (object.contains(key) && !IsSpecified(object, key)) changes_.Remove(base::PointerBelow(at, key));
}

// A server that finds no conversionReviewVersions sends reviews of v1beta1.
void InPlace::Conversion() {
  RemoveUnspecified(SpecOf(crd_), "/spec", "conversion");
  const json* conversion = FindNonNull(SpecOf(crd_), "conversion");
  if (conversion == nullptr) return;
  for (const char* key : {"conversionReviewVersions", "webhookClientConfig"})
    RemoveUnspecified(*conversion, "/spec/conversion", key);
  if (TextOf(*conversion, "strategy") != "Webhook" || conversion->contains("conversionReviewVersions")) {
    return;
  }
  Report(work_, "/spec/conversion", "the default of conversionReviewVersions in v1beta1 is [v1beta1]");
  changes_.Add("/spec/conversion/conversionReviewVersions", {"v1beta1"}, "strategy");
}

void InPlace::Do() {
  Report(work_, "/apiVersion", "apiVersion is apiextensions.k8s.io/v1");
  changes_.Replace("/apiVersion", "apiextensions.k8s.io/v1");
  const json& spec = SpecOf(crd_);
  for (const Shared& shared : kShared) RemoveUnspecified(spec, "/spec", shared.top);
  RenamePaths("/spec");
  for (std::size_t i = 0; i < VersionsOf(crd_).size(); ++i) {
    for (const Shared& shared : kShared) RemoveUnspecified(VersionsOf(crd_)[i], At(i), shared.in_version);
    RenamePaths(At(i));
  }
  if (TextOf(spec, "scope").empty()) {
    Report(work_, "/spec", "the default of scope in v1beta1 is Namespaced");
    changes_.Add("/spec/scope", "Namespaced");
  }
  Conversion();
}

}  // namespace

void UpgradeInPlace(const json& crd, Changes& changes, PlanContext& work) { InPlace(crd, changes, work).Do(); }

}  // namespace structural::fix
