#include "cli/objects/suites/tester.h"

#include <algorithm>
#include <span>
#include <utility>

#include "cli/report/findings/nearest_field.h"
#include "schema/base/quote.h"

namespace structural::cli {
namespace {

using suite::Endpoint;
using suite::Outcome;
using suite::ServedCrd;

// Combines failures with equal texts.
void AddTo(CaseReport& report, const std::string& manifest, Outcome outcome, std::string problem) {
  for (CaseFailure& failure : report.failures) {
    const Outcome& other = failure.outcome;
    if (failure.problem != problem || other.kind != outcome.kind || other.step != outcome.step ||
        other.request != outcome.request || other.wanted != outcome.wanted || other.got != outcome.got)
      continue;
    failure.manifests.push_back(manifest);
    return;
  }
  report.failures.push_back({std::move(outcome), std::move(problem), {manifest}});
}

// Returns the version that the suite names, or the only one.
base::Result<std::string> VersionOf(const Suite& suite, const Manifests& manifests) {
  if (!suite.version.empty()) return suite.version;
  std::set<std::string> versions;
  for (const auto& manifest : manifests) {
    for (std::string& version : manifest->versions()) versions.insert(std::move(version));
  }
  if (versions.size() == 1) return *versions.begin();
  return {base::ErrorCode::kInvalidInput, "the CRD has several versions; add \"version\" to the suite"};
}

// Returns whether the object of a case is of this version of the CRD. If the case has no kind,
// every CRD matches, as long as all CRDs of the suite have one name. If the case has no apiVersion,
// the suite's version must match; if the suite has none, the CRD must have only one version.
bool IsFor(const PlacedCase& placed, const Suite& suite, const Manifest& manifest, const std::string& version,
           bool one_name) {
  if (placed.kind.empty() ? !one_name : placed.kind != manifest.kind()) return false;
  if (!placed.api_version.empty())
    return placed.api_version == std::string(manifest.group()).append("/").append(version);
  return suite.version.empty() ? manifest.versions().size() == 1 : suite.version == version;
}

// Adds suggestions for unknown fields.
void SuggestFields(const crd::Structural* schema, Outcome& outcome) {
  const char* before = "; did you mean ";
  const auto count = std::min<std::size_t>(outcome.unknown.size(), findings::kMaxSuggestions);
  for (const std::string& field : std::span(outcome.unknown).first(count)) {
    const std::string meant = findings::NearestField(schema, field);
    if (!meant.empty() && meant != field) outcome.got += std::exchange(before, ", ") + base::Quote(meant);
  }
  if (!outcome.got.empty() && before[0] == ',') outcome.got += "?";
}

// Returns the first part of a server's message about the CRD.
std::string FirstPart(std::string_view text) {
  constexpr std::size_t kMax = 300;
  if (text.size() <= kMax) return std::string(text);
  std::size_t end = kMax;
  while (end > 0 && (text[end] & 0xC0) == 0x80) --end;
  return std::string(text.substr(0, end)) + "…";
}

}  // namespace

base::Result<SuiteReport> Tester::Run(const std::string& file, const Suite& suite) {
  SuiteReport report{file, suite};
  for (const PlacedCase& placed : suite.cases) {
    if (selects_(TitleOf(placed))) report.cases.push_back({&placed});
  }
  if (report.cases.empty()) return report;
  const auto manifests = manifests_.Find(suite, file);
  if (!manifests.ok()) return manifests.error();
  for (const auto& manifest : *manifests) report.crds.push_back(manifest->file());
  const base::Status ran =
      suite.form == SuiteForm::kOwn ? RunOwn(suite, *manifests, report) : RunOnAll(suite, *manifests, report);
  if (!ran.ok()) return ran.error();
  ++totals_.suites;
  totals_.cases += report.cases.size();
  return report;
}

base::Status Tester::RunOnAll(const Suite& suite, const Manifests& manifests, SuiteReport& report) {
  const auto version = VersionOf(suite, manifests);
  if (!version.ok()) return version.error();
  Cases cases;
  for (CaseReport& each : report.cases) cases.push_back(&each);
  for (const auto& manifest : manifests) RunOn(*manifest, *version, cases);
  return base::Ok();
}

// Runs each case on the CRDs of its object's apiVersion and kind.
base::Status Tester::RunOwn(const Suite& suite, const Manifests& manifests, SuiteReport& report) {
  const bool one_name =
      std::ranges::all_of(manifests, [&](const auto& each) { return each->name() == manifests.front()->name(); });
  std::set<const CaseReport*> ran;
  for (const auto& manifest : manifests) {
    for (const std::string& version : manifest->versions()) {
      Cases cases;
      for (CaseReport& each : report.cases) {
        if (IsFor(*each.placed, suite, *manifest, version, one_name)) cases.push_back(&each);
      }
      ran.insert(cases.begin(), cases.end());
      if (!cases.empty()) RunOn(*manifest, version, cases);
    }
  }
  for (CaseReport& each : report.cases) {
    if (ran.contains(&each)) continue;
    AddTo(each, manifests.front()->file(), {},
          "no CRD is certain: add \"apiVersion\" and \"kind\" of one to the object, or \"version\" to "
          "the suite");
  }
  return base::Ok();
}

void Tester::Note(const Manifest& manifest, const ServedCrd& crd) {
  note_("note: " + manifest.file() +
        ": Kubernetes 1.37 would not create this CRD, because its rules cost too much; cases run as "
        "if an older release had created it: " +
        FirstPart(crd.refusal));
}

// Returns the reason why no case can be run; may be empty.
std::string Tester::ProblemOf(Manifest& manifest, const ServedResult& served) {
  if (!served.ok()) return "the CRD cannot be served: " + served.error().message();
  const ServedCrd& crd = **served;
  const bool first = seen_.insert(manifest.file() + "\n" + std::string(manifest.name())).second;
  totals_.crds += first ? 1 : 0;
  if (crd.refusal.empty()) return {};
  if (!crd.costs_too_much) return "the API server refuses the CRD: " + crd.refusal;
  if (first) Note(manifest, crd);
  return {};
}

void Tester::RunOn(Manifest& manifest, std::string_view version, const Cases& cases) {
  const auto& served = manifest.Serve(version);
  const std::string problem = ProblemOf(manifest, served);
  totals_.runs += cases.size();
  if (!problem.empty()) {
    for (CaseReport* each : cases) AddTo(*each, manifest.file(), {}, problem);
    return;
  }
  Endpoint endpoint{(*served)->resource, *(*served)->resource.Find(version)};
  base::Arena arena;
  admission::ApplicableResource applicable;
  if (std::ranges::any_of(cases, [](const CaseReport* each) { return !each->placed->test.requests.empty(); })) {
    CompileApplicable(endpoint.resource, arena, applicable);
    endpoint.applicable = &applicable;
  }
  if (covers_) {
    const std::string title = std::string(manifest.name()).append(" ").append(version);
    endpoint.coverage = &coverage_[title];
    endpoint.coverage->Open(endpoint.version);
  }
  for (CaseReport* each : cases) RunCase(manifest, endpoint, *each);
  if (covers_) endpoint.coverage->Close();
}

void Tester::RunCase(Manifest& manifest, const Endpoint& endpoint, CaseReport& report) {
  ++report.runs;
  const suite::Case& test = report.placed->test;
  const std::string_view version = endpoint.version.name;
  const admission::ServedResource* initial = &endpoint.resource;
  if (!test.crd_patches.empty()) {
    const auto& patched = manifest.ServePatched(test.crd_patches);
    std::string problem = patched.ok() ? "" : patched.error().message();
    if (problem.empty() && (*patched)->resource.Find(version) == nullptr)
      problem = "the CRD has no version " + base::Quote(version);
    if (problem.empty() && !(*patched)->costs_too_much) problem = (*patched)->refusal;
    if (!problem.empty())
      return AddTo(report, manifest.file(), {}, "the patch of the CRD cannot be applied: " + problem);
    initial = &(*patched)->resource;
  }
  const bool is_patched = initial != &endpoint.resource;
  const suite::Endpoints endpoints{endpoint,
                                   {*initial, *initial->Find(version), is_patched ? nullptr : endpoint.coverage}};
  arena_.Reset();
  Outcome outcome = suite::Run(test, endpoints, words_, arena_);
  totals_.requests += outcome.requests;
  const bool of_initial = outcome.step == suite::Step::kCreate;
  SuggestFields((of_initial ? endpoints.initial : endpoints.now).version.schema, outcome);
  if (outcome.passed()) {
    totals_.older_words += outcome.older_words ? 1 : 0;
    report.older_words += outcome.older_words ? 1 : 0;
  } else {
    AddTo(report, manifest.file(), std::move(outcome), {});
  }
}

}  // namespace structural::cli
