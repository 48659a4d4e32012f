#include "schema/base/pointer.h"
#include "schema/fix/changes.h"

namespace structural::fix {
namespace {

class Moves {
 public:
  Moves(const json& crd, Changes& changes, PlanContext& work) : crd_(crd), changes_(changes), work_(work) {}

  void Do();

 private:
  void Version();
  void ShareOut(const Shared& shared);
  void AnySchema();
  void Conversion();

  const json& crd_;
  Changes& changes_;
  PlanContext& work_;
  bool new_list_ = false;  // the list of versions is new
};

void Moves::Version() {
  new_list_ = VersionsOf(crd_).empty();
  if (!SpecOf(crd_).contains("version")) return;
  if (!new_list_) {
    Report(work_, "/spec/version", "v1 has only versions");
    return changes_.Remove("/spec/version");
  }
  Report(work_, "/spec/version", "it becomes the only entry of versions, served and stored");
  changes_.Add("/spec/versions", json::array({{{"served", true}, {"storage", true}}}), "version");
  changes_.Move("/spec/version", "/spec/versions/0/name");
}

void Moves::ShareOut(const Shared& shared) {
  const std::string from = base::PointerBelow("/spec", shared.top);
  if (!SpecOf(crd_).contains(shared.top)) return;
  Report(work_, from, "it moves to each entry of versions");
  const std::size_t last = VersionsOf(crd_).size() - 1;
  for (std::size_t i = 0; i < last; ++i) changes_.Copy(from, base::PointerBelow(At(i), shared.in_version));
  changes_.Move(from, base::PointerBelow(At(last), shared.in_version));
}

void Moves::AnySchema() {
  for (std::size_t i = 0; i < VersionsOf(crd_).size(); ++i) {
    if (HasSchema(VersionsOf(crd_)[i], "schema")) continue;
    Report(work_, new_list_ ? "/spec" : At(i), "v1 requires a schema; this one keeps all fields");
    changes_.Add(base::PointerBelow(At(i), "schema"), {{"openAPIV3Schema", {{"type", "object"}, {kPreserve, true}}}});
  }
}

void Moves::Conversion() {
  const json* conversion = FindNonNull(SpecOf(crd_), "conversion");
  if (conversion == nullptr) return;
  const bool reviews = conversion->contains("conversionReviewVersions");
  const bool client = conversion->contains("webhookClientConfig");
  if (!reviews && !client) return;
  const std::string at = "/spec/conversion";
  Report(work_, at,
         "the configuration of the webhook moves to webhook, and its client configuration to "
         "clientConfig");
  changes_.Add(at + "/webhook", json::object(), "strategy");
  if (client) changes_.Move(at + "/webhookClientConfig", at + "/webhook/clientConfig");
  if (reviews) {
    changes_.Move(at + "/conversionReviewVersions", at + "/webhook/conversionReviewVersions");
  }
}

void Moves::Do() {
  Version();
  for (const Shared& shared : kShared) ShareOut(shared);
  AnySchema();
  Conversion();
}

}  // namespace

void UpgradeByMoves(const json& crd, Changes& changes, PlanContext& work) { Moves(crd, changes, work).Do(); }

}  // namespace structural::fix
