#include "schema/base/pointer.h"
#include "schema/fix/changes.h"
#include "schema/fix/strategies.h"

namespace structural::fix {
namespace {

class Obstacles {
 public:
  Obstacles(const json& crd, PlanContext& work) : crd_(crd), work_(work) {}

  std::size_t Report() {
    Versions();
    for (const Shared& shared : kShared) SaidTwice(shared);
    UnknownBefore();
    return count_;
  }

 private:
  void Add(std::string at, std::string reason) {
    work_.ProposeChange(ChangeImpact::kNeedsYou, "upgrade", std::move(at), std::move(reason));
    ++count_;
  }

  void Versions();
  void SaidTwice(const Shared& shared);
  void UnknownBefore();
  void UnknownInColumns(const json& holder, const std::string& at);

  const json& crd_;
  PlanContext& work_;
  std::size_t count_ = 0;
};

void Obstacles::Versions() {
  const auto versions = VersionsOf(crd_);
  if (versions.empty() && TextOf(SpecOf(crd_), "version").empty()) {
    Add("/spec", "the CRD has no version; add one to spec.versions");
  }
  if (PreservesUnknownFields(crd_) || HasSchema(SpecOf(crd_), "validation")) return;
  if (versions.empty()) Add("/spec", "the CRD has no schema but prunes, so it would keep no field; write a schema");
  for (std::size_t i = 0; i < versions.size(); ++i) {
    if (HasSchema(versions[i], "schema")) continue;
    Add(At(i), "the version has no schema but prunes, so it would keep no field; write a schema");
  }
}

void Obstacles::SaidTwice(const Shared& shared) {
  if (!IsSpecified(SpecOf(crd_), shared.top)) return;
  const auto versions = VersionsOf(crd_);
  for (std::size_t i = 0; i < versions.size(); ++i) {
    if (!IsSpecified(versions[i], shared.in_version)) continue;
    Add(base::PointerBelow(At(i), shared.in_version),
        "spec." + std::string(shared.top) +
            " applies to all versions and would replace this value; remove one of the two");
  }
}

void Obstacles::UnknownInColumns(const json& holder, const std::string& at) {
  const auto columns = ElementsOf(holder, kColumns);
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if (!columns[i].contains("jsonPath")) continue;
    Add(base::PointerBelow(base::PointerBelow(base::PointerBelow(at, kColumns), i), "jsonPath"),
        "v1beta1 ignores this field, because it calls it JSONPath; v1 would show the column. "
        "Rename it to JSONPath, or remove it");
  }
}

// Reports fields that a server ignores in v1beta1, but would read in v1.
void Obstacles::UnknownBefore() {
  UnknownInColumns(SpecOf(crd_), "/spec");
  const auto versions = VersionsOf(crd_);
  for (std::size_t i = 0; i < versions.size(); ++i) UnknownInColumns(versions[i], At(i));
  const json* conversion = FindNonNull(SpecOf(crd_), "conversion");
  if (conversion == nullptr || !conversion->contains("webhook")) return;
  Add("/spec/conversion/webhook", "v1beta1 ignores this field; rename it to webhookClientConfig, or remove it");
}

}  // namespace

std::size_t ReportObstacles(const json& crd, PlanContext& work) { return Obstacles(crd, work).Report(); }

}  // namespace structural::fix
