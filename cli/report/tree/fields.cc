#include "cli/report/tree/fields.h"

#include <algorithm>
#include <cctype>
#include <optional>

#include "cli/shared/output.h"
#include "cli/shared/wrap.h"
#include "schema/admission/served.h"
#include "schema/base/quote.h"
#include "schema/base/text.h"
#include "schema/json/members.h"

namespace structural::cli {
namespace {

base::Error NotFound(std::string message) { return {base::ErrorCode::kNotFound, std::move(message)}; }

bool EqualLetters(std::string_view a, std::string_view b) {
  const auto lower = [](char c) { return std::tolower(static_cast<unsigned char>(c)); };
  return std::ranges::equal(a, b, {}, lower, lower);
}

// If `name` begins with `begin` and a dot, returns the rest. If `name` equals `begin`, returns an empty text. Otherwise
// returns nullopt. Ignores letter case.
std::optional<std::string_view> Behind(std::string_view name, std::string_view begin) {
  if (!EqualLetters(name.substr(0, begin.size()), begin)) return std::nullopt;
  if (name.size() == begin.size()) return std::string_view();
  if (name[begin.size()] != '.') return std::nullopt;
  return name.substr(begin.size() + 1);
}

std::string_view GroupIn(std::string_view api_version) {
  const auto slash = api_version.find('/');
  return slash == api_version.npos ? std::string_view() : api_version.substr(0, slash);
}

// Returns the names of the properties that are shown below a node.
std::vector<std::string_view> LabelsBelow(const tree::Node& node) {
  std::vector<std::string_view> labels;
  for (const tree::ShownChild& child : tree::ShownChildrenOf(node)) {
    if (child.node->kind == tree::Kind::kProperty) labels.emplace_back(child.node->label);
  }
  return labels;
}

base::Error NoField(const tree::Node& root, std::string_view field) {
  const tree::FieldPlace place = tree::FindField(root, field);
  const std::string_view above = field.substr(0, field.size() - place.rest.size());
  const std::string where = above.empty() ? "" : " in " + base::Quote(above.substr(0, above.size() - 1));
  if (above == "metadata.")
    return NotFound("the fields of metadata are those of Kubernetes' ObjectMeta, which no CRD describes");
  const std::string_view name = place.rest.substr(0, place.rest.find('.'));
  return NotFound("no field " + base::Quote(name) + where +
                  cli::DidYouMean(MostSimilar(name, LabelsBelow(*place.node))));
}

}  // namespace

int ExplainedCrds::Add(const FileDocument& document) {
  if (!document.IsCrd()) return kExitOk;
  Crd& added = crds_.emplace_back(Crd{document.file, std::string(document.json)});
  auto decoded = crd::Decode(added.json, arena_);
  const auto value = json::Parser(arena_).Parse(added.json);
  if (!decoded.ok() || !value.ok()) {
    ReportError(document, decoded.ok() ? value.error() : decoded.error());
    crds_.pop_back();
    return kExitUsage;
  }
  added.crd = *std::move(decoded);
  const json::Value* names = Below(value->Find("spec"), "names");
  added.names = {added.crd.names.plural, added.crd.names.kind, TextOf(Below(names, "singular"))};
  for (const json::Value& each : ElementsOf(Below(names, "shortNames"))) added.names.push_back(TextOf(&each));
  std::erase(added.names, std::string_view());
  return kExitOk;
}

int ExplainedCrds::Read(const std::vector<std::string>& paths) {
  return VisitDocuments(paths, [&](const FileDocument& document, base::Arena&) { return Add(document); });
}

// Returns the resources whose name is the longest possible start of `name`. The field of each is the rest of `name`.
std::vector<ExplainedCrds::Target> ExplainedCrds::Targets(std::string_view name) const {
  std::vector<Target> targets;
  std::size_t min = name.size() + 1;  // size in bytes of the shortest field so far
  const auto take = [&](const Crd& crd, std::string_view field) {
    if (field.size() > min) return;
    if (field.size() < min) targets.clear();
    min = field.size();
    if (targets.empty() || targets.back().crd != &crd) targets.push_back({&crd, field});
  };
  for (const Crd& crd : crds_) {
    for (const std::string_view own : crd.names) {
      const auto behind = Behind(name, own);
      if (!behind) continue;
      take(crd, *behind);
      if (const auto field = Behind(*behind, crd.crd.group)) take(crd, *field);
    }
  }
  return targets;
}

bool ExplainedCrds::HasResource(std::string_view name) const { return !Targets(name).empty(); }

std::vector<std::string_view> ExplainedCrds::Names() const {
  std::vector<std::string_view> names;
  for (const Crd& crd : crds_) names.insert(names.end(), crd.names.begin(), crd.names.end());
  return names;
}

base::Result<ExplainedCrds::Target> ExplainedCrds::Find(std::string_view name, std::string_view group) const {
  std::vector<Target> targets = Targets(name);
  std::erase_if(targets, [&](const Target& each) { return !group.empty() && each.crd->crd.group != group; });
  if (targets.empty()) {
    const std::string_view resource = name.substr(0, name.find('.'));
    return NotFound("no CRD has the resource " + base::Quote(resource) +
                    (group.empty() ? "" : " in group " + base::Quote(group)) +
                    cli::DidYouMean(MostSimilar(resource, Names())));
  }
  const Target first = targets.front();
  for (const Target& each : targets) {
    if (each.crd->json == first.crd->json) continue;
    const std::string one(first.crd->crd.metadata.name), other(each.crd->crd.metadata.name);
    const bool same = one == other;
    return base::Error(base::ErrorCode::kInvalidInput,
                       base::Quote(name) + " is " + one + " in " + first.crd->file + ", and " +
                           (same ? "another one" : other) + " in " + each.crd->file +
                           (same ? "; name one file by --crd" : "; add the group to the name"));
  }
  return first;
}

// Returns the version `wanted` or, if it is empty, the version that kubectl explain uses: the served version that the
// server prefers.
base::Result<std::string_view> ExplainedCrds::VersionOf(const Crd& crd, std::string_view wanted) const {
  const crd::Version* best = nullptr;
  std::string served;
  for (const crd::Version& each : crd.crd.versions) {
    if (!wanted.empty() && each.name == wanted) return each.name;
    if (!each.served) continue;
    base::AppendItem(served, ", ", each.name);
    if (best == nullptr || admission::CompareVersions(best->name, each.name) < 0) best = &each;
  }
  if (wanted.empty() && best != nullptr) return best->name;
  const std::string name(crd.crd.metadata.name);
  if (wanted.empty()) return NotFound(name + " serves no version");
  return NotFound(name + " has no version " + base::Quote(wanted) + (served.empty() ? "" : "; available: " + served));
}

base::Result<std::string> ExplainedCrds::Explain(std::string_view name, const ExplainOptions& options) {
  // kubectl explain ignores one period at the end.
  if (name.ends_with('.') && !name.ends_with("..")) name.remove_suffix(1);
  const std::string_view api_version = options.api_version, group = GroupIn(api_version);
  const auto target = Find(name, group);
  if (!target.ok()) return target.error();
  const auto version = VersionOf(*target->crd, api_version.substr(group.empty() ? 0 : group.size() + 1));
  if (!version.ok()) return version.error();
  const tree::CrdTree trees = tree::TreesOf(target->crd->crd, *version, arena_);
  tree::TextOptions text{.field = std::string(target->field), .colors = options.colors};
  text.explain = options.recursive ? tree::ExplainLayout::kAllLevels : tree::ExplainLayout::kOneLevel;
  const tree::VersionTree& found = trees.versions.front();
  if (found.root && !text.field.empty() && tree::FindField(*found.root, text.field).rest.size() != 0)
    return NoField(*found.root, text.field);
  std::string explained = tree::Text(trees, text);
  if (!explained.empty()) return explained;
  return NotFound("version " + std::string(*version) + " of " + std::string(target->crd->crd.metadata.name) +
                  " has no schema");
}

std::vector<std::string> ExplainedCrds::Candidates(std::string_view prefix) {
  std::vector<std::string> candidates;
  const auto dot = prefix.rfind('.');
  if (dot == prefix.npos) {
    for (const Crd& crd : crds_) candidates.emplace_back(crd.crd.names.plural);
    return candidates;
  }
  const std::string above(prefix.substr(0, dot));
  const auto target = Find(above, {});
  if (!target.ok()) return candidates;
  const auto version = VersionOf(*target->crd, {});
  if (!version.ok()) return candidates;
  const tree::CrdTree trees = tree::TreesOf(target->crd->crd, *version, arena_);
  const auto& root = trees.versions.front().root;
  if (!root) return candidates;
  const tree::FieldPlace place = tree::FindField(*root, target->field);
  if (!place.rest.empty()) return candidates;
  for (const std::string_view label : LabelsBelow(*place.node)) candidates.push_back(above + "." + std::string(label));
  return candidates;
}

}  // namespace structural::cli
