#include "cli/report/fix/refusals.h"

#include <algorithm>
#include <set>
#include <string>
#include <unordered_set>
#include <utility>

#include "cli/report/findings/lint_text.h"
#include "cli/report/findings/server_errors.h"
#include "cli/report/findings/suppression.h"
#include "cli/report/fix/pointers.h"
#include "cli/shared/locate.h"
#include "schema/crd/crd.h"

namespace structural::cli {
namespace {

using document::Tree;

bool IsChoice(std::string_view rule) { return rule == "list-map-keys" || rule == "api-approved"; }

// Returns whether the server's error is about a template action in the CRD that is not rendered yet. Returns false for
// all errors in schemas, because patterns and defaults can contain the same characters.
bool IsTemplate(const findings::ServerError& error) {
  if (error.path.find("openAPIV3Schema") != std::string::npos) return false;
  return error.message.find("{{") != std::string::npos || error.message.find("${") != std::string::npos;
}

std::string ReasonOf(const findings::ServerError& error) {
  std::string reason = "a server would still refuse this after --write: " + error.path + ": " + error.message;
  if (IsTemplate(error)) {
    reason += "; the file is a template: render it, and run this command on the result";
  }
  return reason;
}

// Maximum number of edits that are undone to find the places of errors in the CRD before the fixes. For further errors,
// the JSON Pointer in the CRD after the fixes is used as the place in the CRD before them, although a fix may have
// moved the value.
constexpr std::size_t kMaxUndone = 10'000'000;

class Refusals {
 public:
  Refusals(std::string_view before, fix::Plan& plan);

  void Add(const findings::ServerError& error);

 private:
  std::string PlaceOf(const findings::ServerError& error);

  // JSON Pointers of items that are not done, and that may report the same error as the server.
  using Places = std::unordered_set<std::string>;

  const Tree before_;
  const Tree after_;
  findings::TemplatedMetadata filled_in_{after_};
  const PointerIndex pointers_before_;
  const PointerIndex pointers_after_;
  fix::Plan& plan_;
  const std::set<std::string_view> ignored_;
  Places choices_;      // places where only the author can decide; `plan_.left` does not count these items
  Places unsupported_;  // places of unsupported keywords, which `plan_.left` already counts
  std::size_t undone_ = 0;
};

Refusals::Refusals(std::string_view before, fix::Plan& plan)
    : before_(before),
      after_(plan.fixed),
      pointers_before_(before_),
      pointers_after_(after_),
      plan_(plan),
      ignored_(findings::IgnoredRules(before_)) {
  for (const fix::Item& item : plan.items) {
    if (item.done) continue;
    if (IsChoice(item.rule)) choices_.insert(item.path);
    if (item.rule.starts_with("unsupported-")) unsupported_.insert(item.path);
  }
}

// Returns the place of the error in the CRD before the fixes.
std::string Refusals::PlaceOf(const findings::ServerError& error) {
  const auto node = Locate(after_, Tree::kRoot, error.path).node;
  std::string pointer = pointers_after_.PointerTo(node);
  undone_ += plan_.moves.size() + plan_.edits.size();
  if (undone_ <= kMaxUndone) {
    pointer = fix::PointerBefore(plan_.moves, std::move(pointer));
    pointer = fix::PointerBefore(plan_.edits, std::move(pointer));
  }
  return pointers_before_.PointerTo(LastNodeOnPath(before_, Tree::kRoot, pointer));
}

void Refusals::Add(const findings::ServerError& error) {
  std::string place = PlaceOf(error);
  const bool whole = !unsupported_.empty() && error.path.ends_with(".openAPIV3Schema");
  if (ignored_.contains(error.rule)) return;
  if (error.rule == "schema-keywords" && (whole || unsupported_.contains(place))) return;
  if (!filled_in_.Has(error.path)) ++plan_.left;  // not counted in metadata that a template sets, where lint only warns
  if (choices_.contains(place)) return;
  plan_.items.push_back(
      {std::string(error.rule), fix::ChangeImpact::kNeedsDecision, std::move(place), ReasonOf(error), false});
}

// Drops items for rules that the CRD's annotation suppresses, as lint does. Does nothing for an upgrade, which ignores
// the annotation.
void DropIgnored(std::string_view crd, fix::Plan& plan, base::Arena& arena) {
  const auto ignored = findings::IgnoredRules(Tree(crd));
  const auto upgrades = [](const fix::Item& item) { return item.rule == "upgrade"; };
  if (ignored.empty() || std::ranges::any_of(plan.items, upgrades)) return;
  std::erase_if(plan.items, [&](const fix::Item& item) { return !item.done && ignored.contains(item.rule); });
  const auto report = findings::LintText("", plan.fixed, {.server_errors = false}, arena);
  const auto errors = std::ranges::count(report.findings, findings::Severity::kError, &findings::Finding::severity);
  plan.left = std::min(plan.left, static_cast<std::size_t>(errors));
}

}  // namespace

void AddRefusals(std::string_view crd, fix::Plan& plan) {
  base::Arena arena;
  if (crd.find(findings::kIgnoreAnnotation) != crd.npos) DropIgnored(crd, plan, arena);
  const auto fixed = crd::Decode(plan.fixed, arena);
  if (!fixed.ok()) return;
  const auto errors = findings::CreateErrors(plan.fixed, *fixed, {}, arena);
  if (errors.empty()) return;
  Refusals refusals(crd, plan);
  for (const findings::ServerError& error : errors) refusals.Add(error);
}

}  // namespace structural::cli
