#include "cli/report/findings/against.h"

#include <algorithm>

#include "cli/shared/locate.h"

namespace structural::findings {
namespace {

using compatibility::Change;
using compatibility::RuleViolation;
using crd::CustomResourceDefinition;
using document::Tree;

constexpr std::string_view kShared = "spec.validation.";

// A schema of all versions is reported in the first version, because v1 has no other place for it.
std::string AsWritten(std::string_view path, const CustomResourceDefinition& crd) {
  const bool moved = crd.api_version == crd::ApiVersion::kV1 && path.starts_with(kShared);
  if (!moved) return std::string(path);
  return "spec.versions[0].schema." + std::string(path.substr(kShared.size()));
}

Finding Of(const RuleViolation& violation, const CrdText& text, const CustomResourceDefinition& crd, const Tree& tree) {
  Finding finding;
  finding.rule = violation.rule;
  finding.crd = crd.metadata.name;
  finding.path = AsWritten(violation.error.field(), crd);
  finding.message = violation.error.Body();
  const cli::LocatedNode place = cli::Locate(tree, Tree::kRoot, finding.path);
  finding.at = text.document.At(text.offset + tree.Offset(place.node));
  return finding;
}

}  // namespace

std::vector<Finding> KepFindings(const CrdText& text, const CustomResourceDefinition& crd, const Tree& tree,
                                 base::Arena& arena) {
  const std::string_view stored = text.mode.against->StoredOf(crd.metadata.name);
  const auto before =
      stored.empty() ? base::Result<CustomResourceDefinition>(CustomResourceDefinition()) : crd::Decode(stored, arena);
  Change change{.after = crd, .text = text.json, .asked_for = crd.api_version};
  if (!stored.empty() && before.ok()) {
    change.before = &*before;
    change.text_before = stored;
  }
  std::vector<Finding> findings;
  for (const RuleViolation& each : compatibility::FindViolations(change, compatibility::Policy::kKep, arena)) {
    findings.push_back(Of(each, text, crd, tree));
  }
  return findings;
}

std::vector<Finding> UpdateFindings(std::string_view name, std::string_view before, const document::Document& after,
                                    std::optional<compatibility::Policy> policy, base::Arena& arena) {
  Against against{.policy = policy};
  against.stored.emplace(name, before);
  const LintMode mode{.server = true, .against = &against};
  std::vector<Finding> findings = CheckCrdText({after, after.json, 0, {}, mode}, arena).findings;
  std::ranges::stable_sort(findings, {}, &Finding::at);
  return findings;
}

}  // namespace structural::findings
