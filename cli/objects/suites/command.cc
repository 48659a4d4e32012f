// structural test: runs the test suites of CRDs.
#include "cli/shared/command.h"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <filesystem>
#include <iostream>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <unistd.h>

#include "cli/objects/suites/report.h"
#include "cli/objects/suites/tester.h"
#include "cli/shared/common_flags.h"
#include "cli/shared/files.h"
#include "cli/shared/output.h"
#include "cli/shared/process.h"
#include "cli/shared/wrap.h"
#include "document/edit.h"
#include "document/write_yaml.h"
#include "files/folder_watch.h"
#include "files/replace_file.h"
#include "schema/base/quote.h"
#include "schema/base/result.h"
#include "schema/go/pattern.h"
#include "schema/json/write.h"
#include "schema/suite/case.h"

namespace structural::cli {
namespace {

// SuiteUpdate: the edits of --update, which replace the expectations of failed cases in one file.
class SuiteUpdate {
 public:
  // Adds edits for those failed cases of a suite whose actual results can be written as expectations, and marks these
  // cases as updatable. A case cannot be updated if a request before its last one failed, if its CRD cannot be served,
  // or if its CRDs have different results. Suites must be added in the order of the file.
  void Add(SuiteReport& report);

  std::size_t cases() const { return cases_; }

  // Returns the text of the file with all edits. Errors: those of document::ApplyEdits.
  base::Result<std::string> Apply(std::string_view text) const { return document::ApplyEdits(text, documents_); }

 private:
  std::vector<document::DocumentEdits> documents_;
  std::size_t cases_ = 0;
};

using document::Edit;
using suite::Outcome;
using suite::Step;
using Failing = Outcome::Kind;

// The names of the fields with expectations, in one format of suites.
struct FieldNames {
  std::string_view object;
  std::string_view error;
  std::string_view status_error;
};
constexpr FieldNames kOpenShiftNames = {"expected", "expectedError", "expectedStatusError"};
constexpr FieldNames kOwnNames = {"expected", "error", "error"};

std::string JsonString(std::string_view text) {
  json::Writer to;
  return to.Add(text).Take();
}

class CaseUpdate {
 public:
  CaseUpdate(SuiteForm form, const PlacedCase& placed, const Outcome& outcome)
      : names_(form == SuiteForm::kStructural ? kOwnNames : kOpenShiftNames),
        form_(form),
        placed_(placed),
        outcome_(outcome) {}

  // Returns whether an expectation can describe the result. An expectation is about the last request of a case, so the
  // result is false if an earlier request failed.
  bool Possible() const {
    if (!placed_.requests.empty()) return true;
    const bool creates = placed_.test.updated.empty();
    switch (outcome_.step) {
      case Step::kCreate: return creates;
      case Step::kInitialStatus: return creates && placed_.test.lenient;
      case Step::kRestoreCrd: return false;
      case Step::kUpdate:
      case Step::kUpdatedStatus:
      case Step::kPatch:
      case Step::kApply: break;
    }
    return true;
  }

  std::vector<Edit> Edits() && {
    const bool of_status = outcome_.step == Step::kUpdatedStatus;
    switch (outcome_.kind) {
      case Failing::kOtherObject: SetObject(HasField("assert") ? "assert" : names_.object, outcome_.got); break;
      case Failing::kOtherOwners: Set("owners", outcome_.got); break;
      case Failing::kOtherConflicts: Set("conflicts", outcome_.got); break;
      case Failing::kAccepted:
        Remove("conflicts");
        Remove(of_status ? names_.status_error : names_.error);
        SetObject(names_.object, outcome_.stored);
        break;
      case Failing::kNoStatus:
        Remove(names_.status_error);
        SetObject(names_.object, outcome_.stored);
        break;
      case Failing::kRefused:
        for (const std::string_view name : {names_.object, std::string_view("assert"), std::string_view("owners")})
          Remove(name);
        SetRefusal(of_status ? names_.status_error : names_.error);
        break;
      case Failing::kOtherError: SetRefusal(of_status ? names_.status_error : names_.error); break;
      case Failing::kPassed: break;
    }
    return std::move(edits_);
  }

 private:
  std::string PointerTo(std::string_view field) const {
    std::string pointer = placed_.pointer;
    if (!placed_.requests.empty()) pointer += "/onApply/" + std::to_string(outcome_.last_request);
    return pointer + "/" + std::string(field);
  }

  bool HasField(std::string_view field) const {
    return placed_.requests.empty() ? Has(placed_, field) : Has(placed_.requests[outcome_.last_request], field);
  }

  void Remove(std::string_view field) {
    if (HasField(field)) edits_.push_back({Edit::Kind::kRemove, PointerTo(field)});
  }

  void Set(std::string_view field, std::string json) {
    edits_.push_back({Edit::Kind::kAdd, PointerTo(field), std::move(json)});
  }

  // Sets the field to the object. In OpenShift's format, the field is a string that contains the object as YAML.
  void SetObject(std::string_view field, const std::string& json) {
    if (form_ == SuiteForm::kStructural) return Set(field, json);
    std::string yaml;
    document::AppendYaml(json, yaml);
    Set(field, JsonString(yaml));
  }

  void SetRefusal(std::string_view error) {
    if (outcome_.conflicts.empty()) {
      Remove("conflicts");
      SetError(error);
    } else {
      Remove(error);
      Set("conflicts", outcome_.conflicts);
    }
  }

  // Sets the field to the errors. A case in OpenShift's format has one expected error, so only the first error is
  // written.
  void SetError(std::string_view field) {
    if (outcome_.errors.size() == 1 || form_ == SuiteForm::kOpenShift)
      return Set(field, JsonString(outcome_.errors.front()));
    json::Writer to;
    Set(field, to.Add(outcome_.errors).Take());
  }

  const FieldNames names_;
  const SuiteForm form_;
  const PlacedCase& placed_;
  const Outcome& outcome_;
  std::vector<Edit> edits_;
};

void SuiteUpdate::Add(SuiteReport& report) {
  const Suite& suite = report.suite;
  if (documents_.empty() || documents_.back().index != suite.document) documents_.push_back({suite.document, {}});
  for (CaseReport& each : report.cases) {
    if (each.failures.size() != 1) continue;
    const CaseFailure& failure = each.failures.front();
    if (!failure.problem.empty() || failure.manifests.size() != each.runs) continue;
    CaseUpdate update(suite.form, *each.placed, failure.outcome);
    if (!update.Possible()) continue;
    for (Edit& edit : std::move(update).Edits()) documents_.back().edits.push_back(std::move(edit));
    each.updatable = true;
    ++cases_;
  }
}

struct TestOptions {
  std::vector<std::string> paths;  // files and folders; "-" is standard input
  FileFilter filter = {.unpack_archives = false};
  std::vector<std::string> crds;  // files and folders with the CRDs of all suites
  std::string run;                // regular expression: only cases with a matching title are run; empty: all
  std::string output = "text";    // or junit, tap, json
  suite::Wording words = suite::Wording::kOlder;
  bool verbose = false;
  bool fail_fast = false;
  bool update = false;    // write the actual results of failed cases into their files as expectations
  bool watch = false;     // run again after each change, until SIGTERM or SIGINT
  bool coverage = false;  // for text and json: also list the parts of the schemas that no case covers
};

namespace fs = std::filesystem;

std::unique_ptr<TestReporter> ReporterFor(const TestOptions& options) {
  if (options.output == "junit") return NewJunitTestReporter();
  if (options.output == "tap") return NewTapTestReporter();
  if (options.output == "json") return NewJsonTestReporter();
  return NewTextTestReporter(options.verbose, WantsColors());
}

constexpr std::size_t kMaxTitles = 1000;

// Returns the error that no case matches the pattern of --run. It suggests a title that is similar to the pattern;
// without one, it lists the first titles.
std::string NoneMatches(const std::string& pattern, const std::vector<std::string>& titles) {
  constexpr std::size_t kShown = 3, kShownBytes = 100;
  std::vector<std::string_view> near(titles.begin(), titles.end());
  for (const std::string_view title : titles) {
    for (std::size_t begin = 0; begin < title.size(); begin = std::min(title.find(' ', begin), title.size()) + 1)
      near.push_back(title.substr(begin, title.find(' ', begin) - begin));
  }
  const std::string text = "no case matches --run " + base::Quote(pattern);
  const std::string_view meant = MostSimilar(pattern, near);
  if (!meant.empty()) return text + DidYouMean(meant);
  std::string names;
  for (std::size_t i = 0; i < std::min(titles.size(), kShown); ++i)
    names.append(i == 0 ? ": " : ", ").append(base::Quote(base::Shorten(titles[i], kShownBytes)));
  if (titles.size() == kMaxTitles)
    names += " and more";
  else if (titles.size() > kShown)
    names += " and " + std::to_string(titles.size() - kShown) + " more";
  return text + "; the files have " + (titles.size() == 1 ? "the case" : "the cases") + names;
}

class TestRun {
 public:
  explicit TestRun(const TestOptions& options)
      : options_(options),
        pattern_(options.run),
        reporter_(ReporterFor(options)),
        tester_(
            options.words, options.coverage, [this](const std::string& title) { return Selects(title); },
            [this](const std::string& note) { Say(note); }) {}

  int Run() {
    if (!ReadsStandardInputOnce(options_.paths)) return Refuse(kStandardInputTwice);
    if (options_.update && std::ranges::find(options_.paths, "-") != options_.paths.end())
      return Refuse("--update needs files, and not standard input");
    if (!pattern_.error().empty()) return Refuse("--run: " + pattern_.error());
    const base::Status opened = tester_.Open(options_.crds);
    if (!opened.ok()) return Refuse(opened.error().message());
    std::cout << reporter_->Begin();
    Files files(options_.paths, options_.filter);
    while (const auto file = files.Next()) {
      if (!RunFile(*file)) break;
    }
    for (const std::string& error : files.errors()) AddProblem(error);
    return Finish();
  }

  const std::set<std::string>& folders() const { return tester_.folders(); }
  // Returns whether the report could not be written. Valid after Run.
  bool report_lost() const { return report_lost_; }

 private:
  TestTotals& totals() { return tester_.totals(); }

  bool Selects(const std::string& title) {
    if (pattern_.Matches(title)) return true;
    if (left_out_.size() < kMaxTitles) left_out_.push_back(title);
    return false;
  }

  int Refuse(const std::string& why) {
    PrintError("structural test: " + why);
    return kExitUsage;
  }

  void Say(const std::string& line) {
    progress_.Clear();
    PrintError(line);
  }

  void AddProblem(const std::string& line) {
    Say(line);
    ++totals().problems;
  }

  // Runs the suites of a file. Returns false if --fail-fast ends the run.
  bool RunFile(const Input& input) {
    const auto text = ReadInput(input);
    if (!text.ok()) {
      AddProblem(input.path + ": " + text.error().message());
      return true;
    }
    progress_.Add(0, text->size());
    if (input.in_folder && !MayHaveSuites(*text)) return true;
    const SuiteFile file = ReadSuites(*text);
    for (const SuiteProblem& problem : file.problems) AddProblem(input.path, problem);
    if (!input.in_folder && file.suites.empty() && file.problems.empty())
      AddProblem(input.path + ": no test suite in the file");
    SuiteUpdate update;
    std::vector<SuiteReport> waiting;
    bool more = true;
    for (const Suite& suite : file.suites) more = more && RunSuite(input.path, suite, update, waiting);
    const bool written = update.cases() > 0 && Write(input.path, *text, update);
    for (SuiteReport& report : waiting) {
      if (written) MarkUpdated(report);
      Report(report);
    }
    return more && !IsOver();
  }

  bool Write(const std::string& path, const std::string& before, const SuiteUpdate& update) {
    const auto after = update.Apply(before);
    if (!after.ok()) {
      AddProblem(path + ": cannot be edited: " + after.error().message());
      return false;
    }
    const base::Status written = files::ReplaceFile(path, {.text = *after, .expected_text = before});
    if (!written.ok()) Say(written.error().message());
    all_written_ &= written.ok();
    return written.ok();
  }

  static void MarkUpdated(SuiteReport& report) {
    for (CaseReport& each : report.cases) {
      if (!each.updatable) continue;
      each.failures.clear();
      each.updated = true;
    }
  }

  void AddProblem(const std::string& file, const SuiteProblem& problem) {
    const std::string place = document::PlaceText(file, problem.at) + ": ";
    if (problem.error) return AddProblem(place + problem.message);
    Say(place + "warning: " + problem.message);
  }

  bool IsOver() { return options_.fail_fast && totals().failed_cases > 0; }

  // Runs a suite, and reports its results. With --update, adds the results to `waiting` instead; they are reported
  // after the file is written. Returns false if --fail-fast ends the run.
  bool RunSuite(const std::string& file, const Suite& suite, SuiteUpdate& update, std::vector<SuiteReport>& waiting) {
    auto report = tester_.Run(file, suite);
    if (!report.ok()) {
      AddProblem(document::PlaceText(file, suite.at) + ": " + report.error().message());
      return true;
    }
    progress_.Add(report->cases.size(), 0);
    if (!options_.update) {
      Report(*report);
      return !IsOver();
    }
    update.Add(*report);
    const bool fails =
        std::ranges::any_of(report->cases, [](const CaseReport& each) { return !each.passed() && !each.updatable; });
    waiting.push_back(*std::move(report));
    return !options_.fail_fast || !fails;
  }

  void Report(const SuiteReport& report) {
    for (const CaseReport& each : report.cases) {
      totals().failed_cases += each.passed() ? 0 : 1;
      totals().updated_cases += each.updated ? 1 : 0;
    }
    const std::string text = reporter_->Add(report);
    if (!text.empty()) progress_.Clear();
    std::cout << text;
  }

  int Finish() {
    progress_.Clear();
    for (const auto& [crd, coverage] : tester_.coverage()) std::cout << reporter_->CoverageText(crd, coverage);
    std::cout << reporter_->End(totals());
    if (!std::cout.flush()) {
      PrintError("structural test: cannot write the report");
      report_lost_ = true;
      return kExitInternal;
    }
    if (!all_written_) return kExitInternal;
    if (totals().problems > 0) return kExitUsage;
    if (totals().cases == 0)
      return Refuse(left_out_.empty() ? "no test case in the files" : NoneMatches(options_.run, left_out_));
    return totals().failed_cases > 0 ? kExitFailure : kExitOk;
  }

  const TestOptions& options_;
  const go::Pattern pattern_;
  const std::unique_ptr<TestReporter> reporter_;
  Tester tester_;
  std::vector<std::string> left_out_;  // titles that --run does not select, at most kMaxTitles
  Progress progress_{"cases", "read"};
  bool all_written_ = true;  // false: --update could not write a suite
  bool report_lost_ = false;
};

// Returns the folders to watch: each named folder with the folders below it, and the folder of each named file.
std::set<std::string> FoldersOf(const std::vector<std::string>& paths) {
  std::set<std::string> folders;
  std::error_code error;
  for (const std::string& path : paths) {
    if (!fs::is_directory(path, error)) {
      const std::string folder = fs::path(path).parent_path().string();
      folders.insert(folder.empty() ? "." : folder);
      continue;
    }
    folders.insert(path);
    for (const auto& entry : fs::recursive_directory_iterator(path, error)) {
      if (entry.is_directory(error)) folders.insert(entry.path().string());
    }
  }
  return folders;
}

bool WatchAll(const std::set<std::string>& folders, files::FolderWatch& watch) {
  for (const std::string& folder : folders) {
    const base::Status added = watch.Add(folder);
    if (added.ok() || added.error().code() == base::ErrorCode::kNotFound) continue;
    PrintError("structural test: --watch: " + added.error().message());
    return false;
  }
  return true;
}

int WatchTests(const TestOptions& options) {
  constexpr std::chrono::milliseconds kQuiet{100};
  if (std::ranges::find(options.paths, "-") != options.paths.end()) {
    PrintError("structural test: --watch needs files, and not standard input");
    return kExitUsage;
  }
  BlockStopSignals();
  const StopOnSignal stop;
  files::FolderWatch watch;
  for (;;) {
    if (!WatchAll(FoldersOf(options.paths), watch)) return kExitUsage;
    TestRun run(options);
    const int ran = run.Run();
    if (run.report_lost()) return ran;
    if (!WatchAll(run.folders(), watch)) return kExitUsage;
    PrintError("structural test: watching the folders of the suites and CRDs");
    if (!watch.Wait(stop.token(), kQuiet)) return kExitOk;
    std::cout << "\n";
  }
}

// Runs the command. Prints reports on standard output, and errors and notes on standard error. Returns the exit code.
// 0: all cases pass. 1: a case fails. 2: an input cannot be read, or has no case. 3: the report or, with `update`, a
// suite could not be written.
int RunTest(const TestOptions& options) { return options.watch ? WatchTests(options) : TestRun(options).Run(); }

constexpr const char* kTestFooter =
    "A suite is a YAML file with cases: objects that are created and updated, and the object or the\n"
    "error that is expected. The command answers each request as an API server of Kubernetes 1.37\n"
    "does, without one. It reads suites of its own form and those of OpenShift's API repository;\n"
    "docs/test.md explains both.\n\n"
    "Examples:\n"
    "  structural test tests/\n"
    "  structural test --crd config/crd tests/machines.yaml\n"
    "  structural test --run 'replicas' --verbose tests/\n"
    "  structural test -o junit tests/ > junit.xml\n\n"
    "Exit codes:\n"
    "  0  all cases passed\n"
    "  1  a case failed\n"
    "  2  wrong arguments, unreadable input or no case in it\n"
    "  3  the run itself failed\n";

void AddTestFlags(Command& command, TestOptions& options) {
  AddInputFlags(command, options.paths, options.filter);
  command
      .AddOption("--crd", options.crds,
                 "Files and folders with the CRDs of all suites; repeatable (default: what each\n"
                 "suite names, or the generated manifests beside the folder tests)")
      ->TypeName("PATH");
  command.AddOption("--run", options.run, "Run only cases whose name matches this regular expression")
      ->TypeName("REGEX");
  command.AddOption("-o,--output", options.output, "Output format")
      ->OneOf({"text", "junit", "tap", "json"})
      ->ShowDefault();
  AddChoiceFlag(command, "--words", options.words,
                {{"exact", suite::Wording::kExact}, {"older", suite::Wording::kOlder}},
                "Whether an expected error may have the words of older releases of Kubernetes");
  command.AddFlag("--verbose", options.verbose, "Also list the cases that pass");
  command.AddFlag("--fail-fast", options.fail_fast, "Stop after the first suite with a failure");
  command.AddFlag("--update", options.update,
                  "Write what came into the suites as the expectation of each case that fails;\n"
                  "keeps comments and formatting");
  command.AddFlag("--coverage", options.coverage,
                  "Also list the rules, fields, enum values and branches of schemas that no case\n"
                  "meets, in text and json");
  command.AddFlag("-w,--watch", options.watch,
                  "Run the suites again when a file in their folders changes, until the command is\n"
                  "stopped");
  AddColorFlag(command);
}

}  // namespace

void AddTest(Command& app, int* exit_code) {
  auto* command = app.AddSubcommand("test", "Run test suites for the rules of CRDs");
  auto options = std::make_shared<TestOptions>();
  AddTestFlags(*command, *options);
  command->SetHelpTexts(kTestFooter);
  command->OnRun([options, exit_code] { *exit_code = RunGuarded("test", [&] { return RunTest(*options); }); });
}

}  // namespace structural::cli
