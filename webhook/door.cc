#include "webhook/door.h"

#include <algorithm>
#include <set>
#include <utility>

#include <fnmatch.h>

namespace structural::webhook {
namespace {

using compatibility::Objection;

bool MatchesOne(const std::vector<std::string>& patterns, std::string_view name) {
  const std::string text(name);
  return std::ranges::any_of(patterns, [&](const std::string& pattern) {
    return fnmatch(pattern.c_str(), text.c_str(), 0) == 0;
  });
}

// Empty: the change is to be judged.
std::string_view Unasked(const Review& review) {
  if (review.resource != "customresourcedefinitions") return "no CustomResourceDefinition";
  if (!review.sub_resource.empty()) return "subresource";
  if (review.operation != "CREATE" && review.operation != "UPDATE") return "operation";
  return {};
}

std::string_view Exempt(const Review& review, std::string_view group, const Exemptions& exempt) {
  if (MatchesOne(exempt.users, review.user)) return "exempt user";
  if (MatchesOne(exempt.names, review.name)) return "exempt name";
  if (MatchesOne(exempt.groups, group)) return "exempt group";
  return {};
}

void Sort(std::vector<Objection> objections, const Rules& rules, Decision& into) {
  for (Objection& objection : objections) {
    const Mode mode = rules.ModeOf(objection.rule);
    auto& list = mode == Mode::kEnforce ? into.refused
                 : mode == Mode::kWarn  ? into.warned
                                        : into.audited;
    list.push_back(std::move(objection));
  }
}

std::vector<Objection> More(const Review& review, const Rules& rules) {
  if (!rules.more) return {};
  auto objections = rules.more(review.object);
  if (objections.empty() || review.operation != "UPDATE") return objections;
  const auto stored = rules.more(review.old_object);
  std::set<std::pair<std::string_view, std::string_view>> known;  // there may be thousands
  for (const Objection& each : stored) known.emplace(each.rule, each.error.text);
  std::erase_if(objections, [&](const Objection& objection) {
    return known.contains({objection.rule, objection.error.text});
  });
  return objections;
}

}  // namespace

Mode Rules::ModeOf(std::string_view rule) const {
  const auto named = modes.find(rule);
  return named == modes.end() ? mode : named->second;
}

base::Result<Decision> Decide(const Review& review, const Rules& rules, base::Arena& arena) {
  Decision decision;
  decision.unasked = Unasked(review);
  if (!decision.unasked.empty()) return decision;
  const auto after = crd::Decode(review.object, arena);
  if (!after.ok()) return after.error().In("object");
  decision.unasked = Exempt(review, after->group, rules.exempt);
  if (!decision.unasked.empty()) return decision;
  compatibility::Change change{.after = *after,
                               .text = review.object,
                               .asked_for = review.asked_for == "v1beta1"
                                                ? crd::ApiVersion::kV1beta1
                                                : crd::ApiVersion::kV1};
  crd::CustomResourceDefinition stored;
  if (review.operation == "UPDATE") {
    auto before = crd::Decode(review.old_object, arena);
    if (!before.ok()) return before.error().In("oldObject");
    stored = *std::move(before);
    change.before = &stored;
    change.text_before = review.old_object;
  }
  Sort(compatibility::Judge(change, rules.policy, arena), rules, decision);
  Sort(More(review, rules), rules, decision);
  return decision;
}

}  // namespace structural::webhook
