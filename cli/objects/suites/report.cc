#include "cli/objects/suites/report.h"

#include <algorithm>
#include <utility>

#include "cli/report/findings/xml.h"
#include "cli/shared/unified_diff.h"
#include "cli/shared/wrap.h"
#include "document/write_yaml.h"
#include "schema/base/quote.h"
#include "schema/json/write.h"

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

// Returns the unified diff between the expected and the stored object, without its header.
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

}  // namespace

std::string TitleOf(const PlacedCase& placed) {
  if (placed.group.empty()) return placed.test.name;
  return std::string(placed.group).append(": ").append(placed.test.name);
}

document::Position PlaceOf(const PlacedCase& placed, const CaseFailure& failure) {
  const suite::Outcome& outcome = failure.outcome;
  if (!failure.problem.empty()) return placed.at;
  if (!placed.requests.empty()) return PlaceOf(placed.requests[outcome.last_request], outcome);
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
    case suite::CoverageItem::Kind::kEnum: return "no case has the value " + item.label;
    case suite::CoverageItem::Kind::kBranch: return "no case matches " + item.label;
    case suite::CoverageItem::Kind::kRule: break;
  }
  const std::string verb = item.exercised ? "fails" : item.failed ? "passes" : "runs";
  return "no case " + verb + " the rule: " + item.label;
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
  std::string text = totals.failed_cases == 0
                         ? CountOf(totals.cases, "case") + " passed"
                         : std::to_string(totals.failed_cases) + " of " + CountOf(totals.cases, "case") + " failed";
  text += " in " + CountOf(totals.suites, "suite") + " on " + CountOf(totals.crds, "CRD");
  if (totals.runs != totals.cases) text += ": " + CountOf(totals.runs, "run");
  text += ", " + CountOf(totals.requests, "request");
  if (totals.older_texts > 0)
    text += "; " + std::to_string(totals.older_texts) + " with errors in words of older releases";
  if (totals.updated_cases > 0) text += "; " + CountOf(totals.updated_cases, "expectation") + " updated";
  if (totals.problems > 0) text += "; " + CountOf(totals.problems, "error");
  return text;
}

namespace {

// Writes the report for people, with a paragraph for each failure.
class TextTestReporter : public TestReporter {
 public:
  TextTestReporter(bool verbose, bool colors) : verbose_(verbose), colors_(colors) {}

  std::string Add(const SuiteReport& report) override {
    std::string text;
    for (const CaseReport& each : report.cases) {
      for (const CaseFailure& failure : each.failures) AddFailure(report, each, failure, text);
      if (each.updated) {
        text += Line(report.file, each.placed->at, "UPDATED", TitleOf(*each.placed), style::kGreen);
      } else if (each.passed() && verbose_) {
        text += Line(report.file, each.placed->at, "PASS", TitleOf(*each.placed), style::kGreen);
      }
    }
    return text;
  }

  std::string CoverageText(const std::string& crd, const suite::Coverage& coverage) override {
    std::string text = "coverage of " + Printable(crd) + ": " + CoverageSentence(coverage) + "\n";
    for (const suite::CoverageItem* gap : coverage.UncoveredItems()) {
      text += "  " + Printable(gap->path.empty() ? "the object" : gap->path) + ": " + Printable(GapText(*gap)) + "\n";
    }
    return text;
  }

  std::string End(const TestTotals& totals) override { return SentenceOf(totals) + "\n"; }

 private:
  std::string Line(const std::string& file, document::Position at, std::string_view word, const std::string& text,
                   std::string_view code) const {
    return base::EscapeUnprintable(document::PlaceText(file, at)) + ": " + Styled(code, word, colors_) + " " +
           Printable(text) + "\n";
  }

  void AddFailure(const SuiteReport& report, const CaseReport& each, const CaseFailure& failure,
                  std::string& to) const {
    to += Line(report.file, PlaceOf(*each.placed, failure), "FAIL", TitleOf(*each.placed) + ": " + ReasonOf(failure),
               style::kRed);
    to += "    CRD: " + base::EscapeUnprintable(ManifestsOf(failure)) + "\n";
    std::string difference = DifferenceOf(failure);
    for (std::string_view rest = difference; !rest.empty();) {
      const std::size_t end = rest.find('\n');
      const std::string_view line = rest.substr(0, end);
      const std::string_view code = line[0] == '-' ? style::kRed : line[0] == '+' ? style::kGreen : "";
      to += "    " + Styled(code, Printable(line), colors_) + "\n";
      rest.remove_prefix(end + 1);
    }
  }

  const bool verbose_;
  const bool colors_;
};

}  // namespace

std::unique_ptr<TestReporter> NewTextTestReporter(bool verbose, bool colors) {
  return std::make_unique<TextTestReporter>(verbose, colors);
}

namespace {

// Returns the text as the description of a test in TAP. The character # is escaped, because it would begin a directive.
std::string Description(std::string_view text) {
  std::string escaped;
  for (const char c : Printable(text)) {
    if (c == '#' || c == '\\') escaped += '\\';
    escaped += c;
  }
  return escaped;
}

// Returns the text as comment lines of TAP.
std::string Comment(std::string_view text) {
  std::string lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    lines += "# " + Printable(text.substr(0, end)) + "\n";
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

// Writes TAP version 13, with a line for each case.
// Upstream: https://testanything.org/tap-version-13-specification.html
class TapTestReporter : public TestReporter {
 public:
  std::string Begin() override { return "TAP version 13\n"; }

  std::string Add(const SuiteReport& report) override {
    std::string text;
    for (const CaseReport& each : report.cases) {
      text += each.passed() ? "ok " : "not ok ";
      text += std::to_string(++count_) + " - " + Description(report.file + ": " + TitleOf(*each.placed)) + "\n";
      for (const CaseFailure& failure : each.failures) {
        text += Comment(document::PlaceText(report.file, PlaceOf(*each.placed, failure)) + ": " + ReasonOf(failure) +
                        "\nCRD: " + ManifestsOf(failure) + "\n" + DifferenceOf(failure));
      }
    }
    return text;
  }

  std::string End(const TestTotals& totals) override {
    return "1.." + std::to_string(count_) + "\n" + Comment(SentenceOf(totals));
  }

 private:
  std::size_t count_ = 0;
};

}  // namespace

std::unique_ptr<TestReporter> NewTapTestReporter() { return std::make_unique<TapTestReporter>(); }

namespace {

void AddPlace(std::string_view file, document::Position at, json::Writer& to) {
  to.Add("file", file).Add("line", at.line).Add("column", at.column);
}

std::string CaseJson(const SuiteReport& report, const CaseReport& each) {
  std::string text;
  json::Writer to(text);
  const PlacedCase& placed = *each.placed;
  to.BeginObject();
  AddPlace(report.file, placed.at, to);
  to.Add("name", placed.test.name).Add("group", placed.group).Add("passed", each.passed());
  to.Key("failures").BeginList();
  for (const CaseFailure& failure : each.failures) {
    to.BeginObject();
    AddPlace(report.file, PlaceOf(placed, failure), to);
    to.Add("reason", ReasonOf(failure)).Add("crds", failure.manifests);
    to.Add("difference", DifferenceOf(failure)).EndObject();
  }
  to.EndList().EndObject();
  return text;
}

// Writes JSON: {"cases": […], "suites": […], "summary": {…}}
class JsonTestReporter : public TestReporter {
 public:
  std::string Begin() override { return "{\"cases\": ["; }

  std::string Add(const SuiteReport& report) override {
    json::Writer suite(suites_ += suites_.empty() ? "\n" : ",\n");
    suite.BeginObject();
    AddPlace(report.file, report.suite.at, suite);
    suite.Add("name", report.suite.name).Add("crds", report.crds).EndObject();
    std::string text;
    for (const CaseReport& each : report.cases)
      text += (std::exchange(first_, false) ? "\n" : ",\n") + CaseJson(report, each);
    return text;
  }

  std::string CoverageText(const std::string& crd, const suite::Coverage& coverage) override {
    json::Writer to(coverage_ += coverage_.empty() ? "\n" : ",\n");
    to.BeginObject().Add("crd", crd).Add("sentence", CoverageSentence(coverage));
    to.Key("gaps").BeginList();
    for (const suite::CoverageItem* gap : coverage.UncoveredItems()) {
      to.BeginObject().Add("path", gap->path).Add("message", GapText(*gap)).EndObject();
    }
    to.EndList().EndObject();
    return {};
  }

  std::string End(const TestTotals& totals) override {
    std::string text = "\n],\n\"suites\": [" + suites_ + "\n],\n";
    if (!coverage_.empty()) text += "\"coverage\": [" + coverage_ + "\n],\n";
    text += "\"summary\": ";
    json::Writer to(text);
    to.BeginObject().Add("suites", totals.suites).Add("crds", totals.crds);
    to.Add("cases", totals.cases).Add("failed", totals.failed_cases).Add("runs", totals.runs);
    to.Add("requests", totals.requests).Add("olderWords", totals.older_texts);
    to.Add("problems", totals.problems).EndObject();
    return text + "}\n";
  }

 private:
  bool first_ = true;
  std::string suites_;
  std::string coverage_;
};

}  // namespace

std::unique_ptr<TestReporter> NewJsonTestReporter() { return std::make_unique<JsonTestReporter>(); }

namespace {

namespace junit = findings::junit;

// Writes JUnit's XML: a testsuite for each suite, a testcase for each case.
class JunitTestReporter : public TestReporter {
 public:
  std::string Begin() override { return junit::BeginReport("structural test"); }

  std::string Add(const SuiteReport& report) override {
    const auto failed = std::ranges::count(report.cases, false, &CaseReport::passed);
    std::string text = junit::BeginSuite(report.file, {report.cases.size(), static_cast<std::size_t>(failed)});
    for (const CaseReport& each : report.cases) {
      std::string failures;
      for (const CaseFailure& failure : each.failures) {
        const std::string place = document::PlaceText(report.file, PlaceOf(*each.placed, failure));
        failures += junit::Failure("failure", ReasonOf(failure),
                                   place + "\nCRD: " + ManifestsOf(failure) + "\n" + DifferenceOf(failure));
      }
      text += junit::TestCase(report.file, TitleOf(*each.placed), failures);
    }
    return text.append(junit::kEndSuite);
  }

  std::string End(const TestTotals&) override { return std::string(junit::kEndReport); }
};

}  // namespace

std::unique_ptr<TestReporter> NewJunitTestReporter() { return std::make_unique<JunitTestReporter>(); }

}  // namespace structural::cli
