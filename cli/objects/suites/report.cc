#include "cli/objects/suites/report.h"

#include <algorithm>
#include <utility>

#include "cli/shared/unified_diff.h"
#include "document/write_yaml.h"

namespace structural::cli {
namespace {

using Kind = suite::Outcome::Kind;

std::string Lines(char mark, std::string_view text) {
  std::string lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    lines.append(1, mark).append(" ").append(text.substr(0, end)).append("\n");
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

// Returns the diff without the header with the files' names.
std::string ObjectDifference(const suite::Outcome& outcome) {
  std::string wanted, got;
  document::AppendYaml(outcome.wanted, wanted);
  document::AppendYaml(outcome.got, got);
  std::string diff = UnifiedDiff("expected", wanted, "stored", got, false);
  for (int line = 0; line < 2; ++line) diff.erase(0, diff.find('\n') + 1);
  return diff;
}

document::Position PlaceOf(const PlacedRequest& request, const suite::Outcome& outcome) {
  switch (outcome.kind) {
    case Kind::kOtherObject: return request.expected_at;
    case Kind::kOtherOwners: return request.owners_at;
    case Kind::kOtherConflicts: return request.conflicts_at;
    case Kind::kAccepted:
    case Kind::kOtherError: return Has(request, "conflicts") ? request.conflicts_at : request.error_at;
    case Kind::kRefused:
    case Kind::kNoStatus:
    case Kind::kPassed: break;
  }
  return request.body_at;
}

std::string Counted(std::size_t count, std::string_view word) {
  return std::to_string(count).append(" ").append(word).append(count == 1 ? "" : "s");
}

}  // namespace

std::string TitleOf(const PlacedCase& placed) {
  if (placed.group.empty()) return placed.test.name;
  return std::string(placed.group).append(": ").append(placed.test.name);
}

document::Position PlaceOf(const PlacedCase& placed, const CaseFailure& failure) {
  const suite::Outcome& outcome = failure.outcome;
  if (!failure.problem.empty()) return placed.at;
  if (!placed.requests.empty()) return PlaceOf(placed.requests[outcome.request], outcome);
  if (!outcome.unknown.empty()) return outcome.step == suite::Step::kCreate ? placed.initial_at : placed.updated_at;
  switch (outcome.kind) {
    case Kind::kOtherObject: return placed.expected_at;
    case Kind::kNoStatus: return placed.status_error_at;
    case Kind::kAccepted:
    case Kind::kOtherError:
      return outcome.step == suite::Step::kUpdatedStatus ? placed.status_error_at : placed.error_at;
    case Kind::kRefused:
    case Kind::kOtherConflicts:
    case Kind::kOtherOwners:
    case Kind::kPassed: break;
  }
  return placed.at;
}

std::string ReasonOf(const CaseFailure& failure) {
  if (!failure.problem.empty()) return failure.problem;
  const std::string step(NameOf(failure.outcome.step));
  if (!failure.outcome.unknown.empty() && failure.outcome.step != suite::Step::kApply)
    return "the API server refuses the " + step +
           " for unknown fields; \"assert\" has null for a field that is to be dropped";
  switch (failure.outcome.kind) {
    case Kind::kRefused: return "the API server refuses the " + step;
    case Kind::kAccepted: return "the API server accepts the " + step;
    case Kind::kOtherError: return "the API server refuses the " + step + " with another error";
    case Kind::kOtherObject: return "the stored object differs";
    case Kind::kOtherConflicts: return "the conflicts of the " + step + " differ";
    case Kind::kOtherOwners: return "the owners differ after the " + step;
    case Kind::kNoStatus: return "an error of the status is expected, but no status is sent";
    case Kind::kPassed: break;
  }
  return "passed";
}

std::string DifferenceOf(const CaseFailure& failure) {
  if (!failure.problem.empty()) return {};
  const suite::Outcome& outcome = failure.outcome;
  if (outcome.kind == Kind::kOtherObject || outcome.kind == Kind::kOtherConflicts || outcome.kind == Kind::kOtherOwners)
    return ObjectDifference(outcome);
  return Lines('-', outcome.wanted) + Lines('+', outcome.got);
}

std::string ManifestsOf(const CaseFailure& failure) {
  std::string text = failure.manifests.front();
  const std::size_t more = failure.manifests.size() - 1;
  return more == 0 ? text : text.append(" and ").append(std::to_string(more)).append(" more");
}

std::string GapText(const suite::CoverageItem& item) {
  switch (item.kind) {
    case suite::CoverageItem::Kind::kField: return "no case has this field";
    case suite::CoverageItem::Kind::kEnum: return "no case has the value " + item.what;
    case suite::CoverageItem::Kind::kBranch: return "no case matches " + item.what;
    case suite::CoverageItem::Kind::kRule: break;
  }
  const std::string verb = item.exercised ? "fails" : item.failed ? "passes" : "runs";
  return "no case " + verb + " the rule: " + item.what;
}

std::string CoverageSentence(const suite::Coverage& coverage) {
  constexpr std::pair<suite::CoverageItem::Kind, std::string_view> kKinds[] = {
      {suite::CoverageItem::Kind::kRule, "rules"},
      {suite::CoverageItem::Kind::kField, "fields"},
      {suite::CoverageItem::Kind::kEnum, "enum values"},
      {suite::CoverageItem::Kind::kBranch, "branches"}};
  const auto items = coverage.Items();
  std::string text;
  for (const auto& [kind, word] : kKinds) {
    std::size_t all = 0, covered = 0;
    for (const suite::CoverageItem* item : items) {
      all += item->kind == kind ? 1 : 0;
      covered += item->kind == kind && item->covered() ? 1 : 0;
    }
    if (all == 0) continue;
    text +=
        (text.empty() ? "" : ", ") + std::to_string(covered) + " of " + std::to_string(all) + " " + std::string(word);
  }
  return text;
}

std::string SentenceOf(const TestTotals& totals) {
  std::string text = totals.failed == 0
                         ? Counted(totals.cases, "case") + " passed"
                         : std::to_string(totals.failed) + " of " + Counted(totals.cases, "case") + " failed";
  text += " in " + Counted(totals.suites, "suite") + " on " + Counted(totals.crds, "CRD");
  if (totals.runs != totals.cases) text += ": " + Counted(totals.runs, "run");
  text += ", " + Counted(totals.requests, "request");
  if (totals.older_words > 0)
    text += "; " + std::to_string(totals.older_words) + " with errors in words of older releases";
  if (totals.updated > 0) text += "; " + Counted(totals.updated, "expectation") + " updated";
  if (totals.problems > 0) text += "; " + Counted(totals.problems, "error");
  return text;
}

}  // namespace structural::cli
