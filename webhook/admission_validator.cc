#include "webhook/admission_validator.h"

#include <algorithm>
#include <set>
#include <utility>

#include <fnmatch.h>

namespace structural::webhook {
namespace {

using compatibility::RuleViolation;

bool MatchesOne(const std::vector<std::string>& patterns, std::string_view name) {
  const std::string text(name);
  return std::ranges::any_of(
      patterns, [&](const std::string& pattern) { return fnmatch(pattern.c_str(), text.c_str(), 0) == 0; });
}

// Returns the reason why the change must not be checked (Decision::skip_reason); empty if it must be.
std::string_view SkipReason(const AdmissionRequest& request) {
  if (request.resource != "customresourcedefinitions") return "not a CustomResourceDefinition";
  if (!request.sub_resource.empty()) return "subresource";
  if (request.operation != "CREATE" && request.operation != "UPDATE") return "operation";
  return {};
}

std::string_view Exempt(const AdmissionRequest& request, std::string_view group, const Exemptions& exempt) {
  if (MatchesOne(exempt.users, request.user)) return "exempt user";
  if (MatchesOne(exempt.names, request.name)) return "exempt name";
  if (MatchesOne(exempt.groups, group)) return "exempt group";
  return {};
}

void Sort(std::vector<RuleViolation> violations, const Rules& rules, Decision& into) {
  for (RuleViolation& violation : violations) {
    const Mode mode = rules.ModeOf(violation.rule);
    auto& list = mode == Mode::kEnforce ? into.refused : mode == Mode::kWarn ? into.warned : into.audited;
    list.push_back(std::move(violation));
  }
}

std::vector<RuleViolation> More(const AdmissionRequest& request, const Rules& rules) {
  if (!rules.further_checks) return {};
  auto violations = rules.further_checks(request.object);
  if (violations.empty() || request.operation != "UPDATE") return violations;
  const auto stored = rules.further_checks(request.old_object);
  std::set<std::pair<std::string_view, std::string>> known;  // rules and texts; there can be thousands
  for (const RuleViolation& each : stored) known.emplace(each.rule, each.error.Text());
  std::erase_if(violations, [&](const RuleViolation& violation) {
    return known.contains({violation.rule, violation.error.Text()});
  });
  return violations;
}

// Returns the server's violations, without those that have the same text as a violation in `said`, which is reported
// anyway.
std::vector<RuleViolation> OfServer(const AdmissionRequest& request, const Rules& rules,
                                    const std::vector<RuleViolation>& said) {
  if (!rules.server_checks) return {};
  const bool update = request.operation == "UPDATE";
  auto violations = rules.server_checks(request.object, update ? request.old_object : std::string_view());
  std::set<std::string> texts;
  for (const RuleViolation& each : said) texts.insert(each.error.Text());
  std::erase_if(violations, [&](const RuleViolation& violation) { return texts.contains(violation.error.Text()); });
  return violations;
}

}  // namespace

Mode Rules::ModeOf(std::string_view rule) const {
  const auto named = modes.find(rule);
  return named == modes.end() ? mode : named->second;
}

bool Rules::Enforces() const {
  const auto enforced = [](const auto& named) { return named.second == Mode::kEnforce; };
  return mode == Mode::kEnforce || std::ranges::any_of(modes, enforced);
}

base::Result<Decision> Decide(const AdmissionRequest& request, const Rules& rules, base::Arena& arena) {
  Decision decision;
  decision.skip_reason = SkipReason(request);
  if (!decision.skip_reason.empty()) return decision;
  const auto after = crd::Decode(request.object, arena);
  if (!after.ok()) return after.error().In("object");
  decision.skip_reason = Exempt(request, after->group, rules.exemptions);
  if (!decision.skip_reason.empty()) return decision;
  compatibility::Change change{
      .after = *after,
      .text = request.object,
      .request_version = request.requested_version == "v1beta1" ? crd::ApiVersion::kV1beta1 : crd::ApiVersion::kV1};
  crd::CustomResourceDefinition stored;
  if (request.operation == "UPDATE") {
    auto before = crd::Decode(request.old_object, arena);
    if (!before.ok()) return before.error().In("oldObject");
    stored = *std::move(before);
    change.before = &stored;
    change.text_before = request.old_object;
  }
  auto violations = compatibility::FindViolations(change, rules.policy, arena);
  auto of_server = OfServer(request, rules, violations);
  Sort(std::move(violations), rules, decision);
  Sort(std::move(of_server), rules, decision);
  Sort(More(request, rules), rules, decision);
  return decision;
}

}  // namespace structural::webhook
