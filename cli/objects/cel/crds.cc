#include "cli/objects/cel/crds.h"

#include <algorithm>

#include "cli/shared/crd_files.h"
#include "cli/shared/output.h"
#include "schema/base/quote.h"
#include "schema/base/text.h"
#include "schema/crd/model/new_structural.h"
#include "schema/crd/rules/validate.h"
#include "schema/json/members.h"
#include "schema/kubernetes/violation.h"

namespace structural::cli {
namespace {

base::Error InvalidInput(std::string message) { return {base::ErrorCode::kInvalidInput, std::move(message)}; }

// Returns the name of the storage version; if no version is marked as stored, returns that of the first version.
std::string_view StoredVersion(const CelCrd& crd) {
  const json::Value* spec = crd.value.Find("spec");
  for (const json::Value& version : ElementsOf(Below(spec, "versions"))) {
    if (IsTrue(version.Find("storage"))) return TextOf(version.Find("name"));
  }
  return crd.crd.versions.empty() ? std::string_view() : crd.crd.versions.front().name;
}

// Returns the API group in an apiVersion; an empty text for the core group.
std::string_view GroupOf(std::string_view api_version) {
  const auto slash = api_version.find('/');
  return slash == api_version.npos ? std::string_view() : api_version.substr(0, slash);
}

base::Error NoCrdOf(const json::Value& object) {
  const std::string_view api_version = TextOf(object.Find("apiVersion")), group = GroupOf(api_version);
  return InvalidInput("no CRD has kind " + base::Quote(TextOf(object.Find("kind"))) +
                      (group.empty() ? " in version " + base::Quote(api_version) : " in group " + base::Quote(group)));
}

bool IsKindOf(const CelCrd& crd, const json::Value& object) {
  return crd.crd.names.kind == TextOf(object.Find("kind")) &&
         crd.crd.group == GroupOf(TextOf(object.Find("apiVersion")));
}

}  // namespace

void SkippedObjectCount::Add(const json::Value& object) {
  if (count_++ == 0) first_ = NoCrdOf(object).message();
}

std::string SkippedObjectCount::SkippedSentence() const {
  return count_ == 1 ? "1 object of another kind was skipped"
                     : std::to_string(count_) + " objects of other kinds were skipped";
}

std::string SkippedObjectCount::ReasonText() const { return count_ == 1 ? first_ : first_ + "; " + SkippedSentence(); }

int CelCrds::Read(const std::vector<std::string>& paths) {
  const int exit_code = VisitDocuments(paths, [&](const FileDocument& document, base::Arena&) {
    if (!document.IsCrd()) return kExitOk;
    CelCrd& crd =
        all_.emplace_back(CelCrd{std::string(document.json), document::PlaceText(document.file, document.at)});
    auto decoded = crd::Decode(crd.json, arena_);
    const auto value = json::Parser(arena_).Parse(crd.json);
    if (decoded.ok() && value.ok()) {
      crd.crd = *std::move(decoded);
      crd.value = *value;
      return kExitOk;
    }
    ReportError(document, decoded.ok() ? value.error() : decoded.error());
    all_.pop_back();
    return kExitUsage;
  });
  if (!all_.empty() || exit_code != kExitOk) return exit_code;
  PrintError("structural cel: no CRD found in " + (paths.size() == 1 ? paths[0] : "the files of --crd"));
  return kExitUsage;
}

const CelCrd* CelCrds::FindKind(const json::Value& object) const {
  const auto is_of = [&](const CelCrd& crd) { return IsKindOf(crd, object); };
  const auto found = std::ranges::find_if(all_, is_of);
  return found == all_.end() ? nullptr : &*found;
}

base::Result<const CelCrd*> CelCrds::FindCrd(const json::Value* object) const {
  if (object != nullptr) {
    const CelCrd* found = FindKind(*object);
    if (found == nullptr) return NoCrdOf(*object);
    for (const CelCrd& other : all_) {
      if (!IsKindOf(other, *object) || EqualForObjects(found->value, other.value)) continue;
      return InvalidInput("two different CRDs have kind " + base::Quote(TextOf(object->Find("kind"))) + ": " +
                          found->place + " and " + other.place);
    }
    return found;
  }
  if (all_.size() > 1) {
    return InvalidInput("--crd has " + std::to_string(all_.size()) +
                        " CRDs; give a file with one CRD, or an object of the CRD with --object");
  }
  return &all_.front();
}

base::Result<CelVersion> CelCrds::Find(std::string_view name, const json::Value* object) {
  const auto found = FindCrd(object);
  if (!found.ok()) return found.error();
  const CelCrd& crd = **found;
  if (name.empty() && object != nullptr) {
    const std::string_view api_version = TextOf(object->Find("apiVersion"));
    name = api_version.substr(std::min(api_version.size(), crd.crd.group.size() + 1));
  }
  if (name.empty()) name = StoredVersion(crd);
  std::string known;
  for (std::size_t i = 0; i < crd.crd.versions.size(); ++i) {
    if (crd.crd.versions[i].name == name) return SchemaOf(crd, i);
    base::AppendItem(known, ", ", crd.crd.versions[i].name);
  }
  return InvalidInput(std::string(crd.crd.metadata.name) + " has no version " + base::Quote(name) +
                      "; available: " + known);
}

base::Result<CelVersion> CelCrds::SchemaOf(const CelCrd& crd, std::size_t index) {
  const crd::Version& version = crd.crd.versions[index];
  const std::string what = "version " + std::string(version.name) + " of " + std::string(crd.crd.metadata.name);
  const auto unusable = [&](const std::string& why) {
    return base::Error(base::ErrorCode::kUnprocessable, what + why);
  };
  if (version.schema == nullptr) return unusable(" has no schema");
  const auto form = crd::NewStructural(*version.schema, arena_, crd::EmptyLists::kKeep);
  if (const auto* reason = std::get_if<crd::NotRepresentable>(&form)) return unusable(": " + std::string(reason->text));
  const crd::Structural& schema = *std::get<const crd::Structural*>(form);
  const kubernetes::FieldPath versions("spec");
  const auto at = versions.Child("versions", index), holder = at.Child("schema");
  const auto violations = crd::ValidateStructural(holder.Child("openAPIV3Schema"), schema);
  if (!violations.empty()) return unusable(" is not structural: " + violations.front().Text());
  return CelVersion{crd, version, index, schema};
}

}  // namespace structural::cli
