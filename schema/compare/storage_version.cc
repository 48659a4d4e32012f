#include "schema/compare/storage_version.h"

#include <algorithm>
#include <optional>
#include <string>
#include <unordered_set>

#include "schema/compare/side.h"
#include "schema/json/members.h"

namespace structural::compare {
namespace {

constexpr std::string_view kEmbedded = "x-kubernetes-embedded-resource";

// The field of a version; nullopt: it is dropped.
std::optional<Side> SideAt(const LoadedVersion& version, bool prunes, std::span<const Step> field,
                           const kubernetes::FieldPath& anywhere) {
  Side side{version.schema, {}, &anywhere, prunes};
  side.resource = side.root = true;
  for (const Step& step : field) {
    if (step.kind == Step::Kind::kElement) {
      side = ElementOf(side, anywhere);
      continue;
    }
    const Part part = step.kind == Step::Kind::kName ? MemberOf(side, step.name, anywhere) : OtherOf(side, anywhere);
    if (!part.kept) return std::nullopt;
    side = part.side;
  }
  return side;
}

bool HasDefault(const std::optional<Side>& side) { return side && !side->Default().empty(); }

// Whether a value that the version accepts, and stores as before, comes to the storage version.
bool Meets(const Change& change, const VersionPair& version) {
  const kubernetes::FieldPath anywhere("");
  const auto before = SideAt(version.before, version.old_prunes, change.field, anywhere);
  const auto after = SideAt(version.after, version.new_prunes, change.field, anywhere);
  if (change.keyword == "nullable") return before && FateOfNull(*before) == NullFate::kStays;
  if (change.aspect == Aspect::kDefault) return after && !(HasDefault(before) && HasDefault(after));
  return before && !(change.refuses() && before->resource);
}

std::string KeyOf(const Change& change) {
  return FieldText(change.field).append(" ").append(change.keyword).append(" ").append(Name(change.aspect));
}

// What the storage version accepts of its own objects is no matter to the others, but for embedded resources.
bool ReachesOthers(const Change& change) {
  return change.aspect == Aspect::kLoss || change.aspect == Aspect::kDefault ||
         (change.refuses() && change.keyword == kEmbedded);
}

}  // namespace

const LoadedVersion* StorageOf(const LoadedCrd& crd) {
  if (TextOf(Below(crd.spec.Find("conversion"), "strategy")) == "Webhook") return nullptr;
  const auto found = std::ranges::find_if(crd.versions, [](const LoadedVersion& each) { return json::IsTrue(each.json.Find("storage")); });
  return found == crd.versions.end() ? nullptr : &*found;
}

void AddOfStorage(std::string_view storage, std::span<const Change> of_storage, const VersionPair& version,
                  std::vector<Change>& changes) {
  std::unordered_set<std::string> own;
  for (const Change& each : changes) own.insert(KeyOf(each));
  for (const Change& each : of_storage) {
    if (!ReachesOthers(each) || own.contains(KeyOf(each)) || !Meets(each, version)) continue;
    Change& change = changes.emplace_back(each);
    change.version = version.before.name;
    change.storage = storage;
  }
}

}  // namespace structural::compare
