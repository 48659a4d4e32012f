#include "cli/objects/suites/run.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <iostream>
#include <set>
#include <utility>
#include <vector>

#include <unistd.h>

#include "cli/objects/suites/report.h"
#include "cli/objects/suites/tester.h"
#include "cli/objects/suites/update.h"
#include "cli/shared/common_flags.h"
#include "cli/shared/output.h"
#include "cli/shared/process.h"
#include "cli/shared/wrap.h"
#include "files/folder_watch.h"
#include "files/replace_file.h"
#include "schema/base/quote.h"
#include "schema/go/pattern.h"

namespace structural::cli {

namespace fs = std::filesystem;

namespace {

std::unique_ptr<TestReporter> ReporterFor(const TestOptions& options) {
  if (options.output == "junit") return NewJunitTestReporter();
  if (options.output == "tap") return NewTapTestReporter();
  if (options.output == "json") return NewJsonTestReporter();
  return NewTextTestReporter(options.verbose, WantsColors());
}

constexpr std::size_t kMaxTitles = 1000;

// Returns the error for a pattern without a matching case, with similar or existing names.
std::string NoneMatches(const std::string& pattern, const std::vector<std::string>& titles) {
  constexpr std::size_t kShown = 3, kShownBytes = 100;
  std::vector<std::string_view> near(titles.begin(), titles.end());
  for (const std::string_view title : titles) {
    for (std::size_t begin = 0; begin < title.size(); begin = std::min(title.find(' ', begin), title.size()) + 1)
      near.push_back(title.substr(begin, title.find(' ', begin) - begin));
  }
  const std::string text = "no case matches --run " + base::Quote(pattern);
  const std::string_view meant = MostSimilar(pattern, near);
  if (!meant.empty()) return text + "; did you mean " + base::Quote(meant) + "?";
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
    if (!OneStandardInput(options_.paths)) return Refuse(kOneStandardInput);
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
  // Returns, after Run, whether the report could not be written.
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

  // Returns false if no further file must be run.
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
    const base::Status written = files::ReplaceFile(path, {.text = *after, .expected = before});
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

  bool IsOver() { return options_.fail_fast && totals().failed > 0; }

  // With --update, the results of the suite are reported after its file is written. Returns false
  // if no further suite must be run.
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
      totals().failed += each.passed() ? 0 : 1;
      totals().updated += each.updated ? 1 : 0;
    }
    const std::string text = reporter_->Add(report);
    if (!text.empty()) progress_.Clear();
    std::cout << text;
  }

  int Finish() {
    progress_.Clear();
    for (const auto& [crd, coverage] : tester_.coverage()) std::cout << reporter_->Cover(crd, coverage);
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
    return totals().failed > 0 ? kExitFailure : kExitOk;
  }

  const TestOptions& options_;
  const go::Pattern pattern_;
  const std::unique_ptr<TestReporter> reporter_;
  Tester tester_;
  std::vector<std::string> left_out_;  // the first titles that --run does not select
  Progress progress_{"cases", "read"};
  bool all_written_ = true;  // --update has written all suites
  bool report_lost_ = false;
};

// Returns the named folders and the folders below them. For a named file, returns the folder that
// contains it.
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

}  // namespace

int RunTest(const TestOptions& options) { return options.watch ? WatchTests(options) : TestRun(options).Run(); }

}  // namespace structural::cli
