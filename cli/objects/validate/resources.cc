#include "cli/objects/validate/resources.h"

#include <algorithm>

#include "cli/report/findings/crd_findings.h"
#include "cli/report/findings/server_errors.h"
#include "cli/report/rules/object_rules.h"
#include "cli/shared/head.h"
#include "cli/shared/wrap.h"
#include "schema/admission/resource.h"
#include "schema/base/text.h"
#include "schema/crd/crd.h"
#include "schema/json/members.h"
#include "schema/validate/validate.h"

namespace structural::cli {
namespace {

using findings::Finding;
using findings::Severity;

constexpr std::size_t kMaxOthers = 3, kMaxSuggested = 100;

std::string Listed(const std::vector<std::string>& words, std::string_view none) {
  const std::string text = base::Join(words, ", ");
  return text.empty() ? std::string(none) : text;
}

}  // namespace

const base::Result<admission::ServedResource>& Resource::Served() const {
  std::call_once(served_once_, [this] { served_ = admission::Serve(crd(), arena_); });
  return *served_;
}

const admission::ApplicableResource& Resource::Applicable() const {
  std::call_once(applicable_once_, [this] { CompileApplicable(*Served(), types_, applicable_); });
  return applicable_;
}

const std::vector<Finding>& Resource::Findings() const {
  std::call_once(found_once_, [this] { findings_ = ComputeFindings(); });
  return findings_;
}

bool Resource::usable() const {
  return Served().ok() &&
         std::ranges::none_of(Findings(), [](const Finding& finding) { return finding.severity == Severity::kError; });
}

void Resource::AddOther(const SourceCrd& other) {
  if (EqualForObjects(source_, other)) return;
  if (other_places_.size() == kMaxOthers) {
    ++unlisted_others_;
  } else {
    other_places_.push_back(document::PlaceText(other.file, other.document.begin));
  }
}

// Returns a finding at the start of the CRD.
Finding Resource::FindingAboutCrd(std::string_view rule, std::string message) const {
  Finding finding;
  finding.rule = rule;
  finding.at = std::max(source_.document.begin, {1, 1});
  finding.crd = NameOfCrd(crd());
  finding.message = finding.server_message = Printable(message);
  return finding;
}

std::vector<Finding> Resource::ComputeFindings() const {
  if (origin_ == CrdOrigin::kCluster) {
    if (Served().ok()) return {};
    return {FindingAboutCrd(rules::kNoResource.id, NameOfCrd(crd()) + ": " + Served().error().message())};
  }
  if (!other_places_.empty()) {
    std::string message = "another CRD of this kind has a different spec: " + Listed(other_places_, "");
    if (unlisted_others_ != 0) message += " and " + std::to_string(unlisted_others_) + " more";
    return {FindingAboutCrd(rules::kAmbiguousCrd.id, message + "; name one of them with --crd")};
  }
  base::Arena arena;
  const bool preserves = Served().ok() && Served()->preserve_unknown_fields;
  const auto installed = validate::ValidateInstalled(crd(), preserves, arena);
  const bool unserved = findings::UnservedVersion(ReadHead(crd()).api_version, validate::Release()).has_value();
  if (!unserved && installed.ok() && installed->result.valid() && Served().ok()) return {};
  findings::CrdFindings result =
      findings::CheckCrdText({source_.document, crd(), 0, {}, {.server_errors = true}}, arena);
  std::erase_if(result.findings, [](const Finding& each) { return each.severity != Severity::kError; });
  for (Finding& finding : result.findings) {
    if (!unserved && installed.ok() && !installed->refused()) finding.severity = Severity::kWarning;
    finding.server_message = Printable(finding.path.empty() ? finding.message : finding.path + ": " + finding.message);
  }
  if (!result.findings.empty()) return std::move(result.findings);
  return {FindingAboutCrd(rules::kNoResource.id, !installed.ok()  ? installed.error().message()
                                                 : !Served().ok() ? Served().error().message()
                                                                  : StatusMessage(installed->result))};
}

base::Status Resources::Add(SourceCrd crd, CrdOrigin origin) {
  base::Arena arena;
  const auto decoded = crd::Decode(crd.document.json, arena);
  if (!decoded.ok()) return decoded.error();
  auto& known = kinds_[{std::string(decoded->group), std::string(decoded->names.kind)}];
  if (known != nullptr && known->origin() > origin) return base::Ok();
  if (known != nullptr && known->origin() == origin) {
    known->AddOther(crd);
    return base::Ok();
  }
  std::vector<std::string> versions;
  for (const crd::Version& version : decoded->versions) {
    if (version.served) versions.emplace_back(version.name);
  }
  known = std::make_unique<Resource>(std::move(crd), origin, std::move(versions));
  return base::Ok();
}

std::vector<const Resource*> Resources::all() const {
  std::vector<const Resource*> all;
  for (const auto& [key, resource] : kinds_) all.push_back(resource.get());
  return all;
}

const Resource* Resources::Find(std::string_view group, std::string_view kind) const {
  const auto found = kinds_.find({std::string(group), std::string(kind)});
  return found == kinds_.end() ? nullptr : found->second.get();
}

std::string Resources::WhyNotFound(std::string_view api_version, std::string_view kind) const {
  const auto [group, version] = admission::GroupVersionOf(api_version);
  const std::string name(kind);
  const Resource* resource = Find(group, kind);
  if (resource == nullptr) {
    std::vector<std::string_view> kinds;  // kinds of the group, at most kMaxSuggested
    auto known = kinds_.lower_bound({std::string(group), ""});
    for (; known != kinds_.end() && known->first.first == group && kinds.size() < kMaxSuggested; ++known)
      kinds.push_back(known->first.second);
    const std::string_view meant = MostSimilar(kind, kinds);
    return "no CRD has kind " + name +
           (group.empty() ? " in version " + std::string(version) : " in group " + std::string(group)) +
           (meant.empty() ? "" : ", but kind " + std::string(meant)) +
           "; pass the CRD with --crd or --crds-from, or only count such objects with --ignore-missing";
  }
  return "kind " + name + " has no version " + std::string(version) + " in group " + std::string(group) +
         "; available: " + Listed(resource->versions(), "none, because none is served");
}

}  // namespace structural::cli
