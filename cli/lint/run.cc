#include "cli/lint/run.h"

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <iostream>
#include <map>
#include <set>
#include <utility>
#include <variant>

#include "cli/lint/fix/suggested_fixes.h"
#include "cli/report/findings/against.h"
#include "cli/report/findings/baseline.h"
#include "cli/report/findings/lint_text.h"
#include "cli/report/findings/reporter.h"
#include "cli/report/rules/rules.h"
#include "cli/report/rules/server_rules.h"
#include "cli/shared/common_flags.h"
#include "cli/shared/crd_files.h"
#include "cli/shared/head.h"
#include "cli/shared/input_reader.h"
#include "cli/shared/ordered_work.h"
#include "cli/shared/output.h"
#include "files/archive.h"
#include "files/replace_file.h"
#include "schema/base/arena.h"
#include "schema/json/value.h"

namespace structural::cli {
namespace {

// Definitions: finds CRDs that several inputs of a run define with different values. Not thread-safe.
class Definitions {
 public:
  // Compares each CRD of a file with the first CRD of the same name. If their texts differ, reads both files again, and
  // compares the values. If a file cannot be read again, or after kMaxCompared comparisons of values, CRDs with
  // different texts count as different. Must be called for the files of the run in their order.
  void Add(const findings::FileReport& report);

  // Returns the messages about different definitions, in the order of files: "b.yaml:1: warning: foos.example.com has
  // another definition in a.yaml:1".
  const std::vector<std::string>& notes() const { return notes_; }

 private:
  struct First {
    std::string file;
    findings::LintedCrd crd;
  };

  bool EqualForObjects(const First& first, const std::string& file);

  std::map<std::string, First> first_;  // first definition of each CRD, by its name
  std::vector<std::string> notes_;
  std::size_t compared_ = 0;
};

// Maximum number of comparisons of values in a run, for each of which up to two files are read again.
constexpr std::size_t kMaxCompared = 50;

// Returns the JSON of the CRDs with this name in the file; empty if the file cannot be read.
std::vector<std::string> DefinitionsIn(const std::string& file, const std::string& name) {
  std::vector<std::string> found;
  const auto text = ReadInput(Input{.path = file, .in_folder = true});
  if (!text.ok()) return found;
  InputReader reader(*text, true);
  while (const auto next = reader.Next()) {
    const auto* document = std::get_if<document::Document>(&*next);
    if (document == nullptr) continue;
    for (const std::string_view json : ItemsOf(document->json)) {
      if (NameOfCrd(json) == name) found.emplace_back(json);
    }
  }
  return found;
}

bool Definitions::EqualForObjects(const First& first, const std::string& file) {
  if (compared_++ >= kMaxCompared) return false;
  std::vector<std::string> found = DefinitionsIn(first.file, first.crd.name);
  if (found.empty()) return false;
  if (file != first.file) {
    std::vector<std::string> more = DefinitionsIn(file, first.crd.name);
    if (more.empty()) return false;
    std::ranges::move(more, std::back_inserter(found));
  }
  base::Arena arena;
  const auto one = json::Parser(arena).Parse(found.front());
  return one.ok() && std::ranges::all_of(found, [&](const std::string& text) {
           const auto other = json::Parser(arena).Parse(text);
           return other.ok() && cli::EqualForObjects(*one, *other);
         });
}

void Definitions::Add(const findings::FileReport& report) {
  for (const findings::LintedCrd& crd : report.checked_crds) {
    if (crd.name.empty()) continue;
    const auto [found, is_first] = first_.try_emplace(crd.name, First{report.file, crd});
    const First& first = found->second;
    if (is_first || first.crd.spec_hash == crd.spec_hash || EqualForObjects(first, report.file)) continue;
    notes_.push_back(document::PlaceText(report.file, crd.at) + ": warning: " + crd.name +
                     " has another definition in " + document::PlaceText(first.file, first.crd.at));
  }
}

// Charts: reports unreadable templates of Helm charts once for each chart. A template is not YAML before it is
// rendered. Not thread-safe.
class Charts {
 public:
  // If the file is an unreadable template of a chart, removes its findings about unreadable documents. If it is the
  // first such file of the chart, adds one finding that advises to render the chart. Must be called for the files of
  // the run in their order.
  void Condense(findings::FileReport& report);

 private:
  std::set<std::string> reported_;
};

void Charts::Condense(findings::FileReport& report) {
  const auto unreadable = [](const findings::Finding& finding) { return finding.rule == rules::kUnreadable.id; };
  const auto first = std::ranges::find_if(report.findings, unreadable);
  if (first == report.findings.end() || report.bytes == 0) return;  // 0 bytes: the file is not text
  const std::string chart = report.chart.empty() ? ChartOf(report.file) : report.chart;
  if (chart.empty()) return;
  findings::Finding finding = *first;
  std::erase_if(report.findings, unreadable);
  if (!reported_.insert(chart).second) return;
  finding.message = "a template of chart " + chart + "; render the chart first: helm template " + chart +
                    " | structural lint -. Its other templates are not listed";
  report.findings.insert(report.findings.begin(), std::move(finding));
}

using findings::FileReport;
using findings::Finding;
using findings::Severity;

std::unique_ptr<findings::Reporter> ReporterFor(const std::string& output) {
  if (output == "json") return findings::NewJsonReporter();
  if (output == "text") return findings::NewTextReporter(WantsColors());
  return findings::NewReporter(output);
}

// Returns the lines if they are at most ten; otherwise the first ten, and a line with the number of the others: "3 more
// WHAT".
std::vector<std::string> FirstLines(std::vector<std::string> lines, const std::string& what) {
  constexpr std::size_t kMax = 10;
  if (lines.size() <= kMax) return lines;
  const std::string more = std::to_string(lines.size() - kMax) + " more " + what;
  lines.resize(kMax);
  lines.push_back(more);
  return lines;
}

class LintRun {
 public:
  explicit LintRun(const LintOptions& options)
      : options_(options),
        files_(options.paths, options.filter),
        arenas_(options.jobs),
        reporter_(ReporterFor(options.output)),
        counts_(options.paths.size()) {}

  int Run();

 private:
  bool HasInputs() const;
  bool ReadBaseline();
  bool ReadStored();
  findings::LintMode Mode(const std::string& file) const {
    return {options_.strict, !options_.only_structural, options_.against.empty() ? nullptr : &stored_.OldCrdsFor(file),
            options_.release, options_.rules.NeedsStrict()};
  }
  bool WriteBaseline() const;
  bool SkipsForeign(const Input& input) const;
  FileReport CheckInput(const Input& input, int worker);
  bool Report(FileReport report);
  bool IsSizeOfCopy(const Finding& finding);
  void Choose(FileReport& report);
  bool ForPeople() const;
  void TellUnread(const FileReport& report);
  void NoteErrors();
  std::vector<std::string> NotesOnPaths();
  void Summarize() const;
  int ExitCode() const;

  const LintOptions& options_;
  Files files_;
  std::vector<base::Arena> arenas_;
  std::unique_ptr<findings::Reporter> reporter_;
  findings::Baseline baseline_;
  findings::StoredCrds stored_{options_.policy};
  Charts charts_;
  Definitions definitions_;
  findings::Summary summary_;
  std::size_t failing_ = 0;
  std::vector<std::string> identities_;  // identities of findings to write into the baseline
  struct PathCount {
    std::size_t files = 0, crds = 0, unread = 0;
  };
  std::vector<PathCount> counts_;                                  // counts for each path of the command line
  std::set<std::pair<std::string_view, std::string>> large_crds_;  // rule and name of each CRD whose size was reported
  Progress progress_{"files", "read", Progress::OutputContent::kOutput};
  ReportOutput out_{options_.quiet || options_.write_baseline == "-", &progress_};
  std::atomic<bool> internal_error_ = false;
};

bool LintRun::HasInputs() const {
  std::vector<std::string> inputs = options_.paths;
  inputs.insert(inputs.end(), {options_.against, options_.baseline});
  if (!ReadsStandardInputOnce(inputs)) std::cerr << "structural lint: " << kStandardInputTwice << "\n";
  return ReadsStandardInputOnce(inputs);
}

bool LintRun::ReadBaseline() {
  if (options_.baseline.empty()) return true;
  const auto text = ReadInput(Input{options_.baseline, options_.baseline_of_config});
  if (!text.ok()) {
    summary_.errors.push_back("cannot read the baseline " + options_.baseline + ": " + text.error().message());
    return false;
  }
  auto baseline = findings::Baseline::Read(*text);
  if (baseline.ok())
    baseline_ = *std::move(baseline);
  else
    summary_.errors.push_back("--baseline " + options_.baseline + ": " + baseline.error().message());
  return baseline.ok();
}

bool LintRun::ReadStored() {
  if (options_.against.empty()) return true;
  const base::Status read =
      stored_.Read({options_.against, options_.paths, options_.allow_empty, options_.allow_empty, options_.filter});
  if (read.ok()) return true;
  summary_.errors.push_back("--against " + options_.against + ": " + read.error().message());
  return false;
}

bool LintRun::WriteBaseline() const {
  if (options_.write_baseline.empty()) return true;
  std::vector<std::string> identities = baseline_.KeptIdentities(Mode(""));
  identities.insert(identities.end(), identities_.begin(), identities_.end());
  const std::string text = findings::BaselineText(std::move(identities));
  if (options_.write_baseline == "-") return static_cast<bool>(std::cout << text);
  const auto written = files::ReplaceFile(options_.write_baseline, {text});
  if (!written.ok()) {
    PrintError("structural lint: cannot write the baseline: " + written.error().message());
  }
  return written.ok();
}

// Returns whether unreadable documents without the kind of a CRD are skipped instead of reported. They are skipped in
// folders. With --allow-empty, they are also skipped in named files, because a pre-commit hook names files of any kind.
bool LintRun::SkipsForeign(const Input& input) const {
  return input.in_folder || (options_.allow_empty && input.path != "-");
}

FileReport LintRun::CheckInput(const Input& input, int worker) {
  FileReport report;
  try {
    const auto text = ReadInput(input);
    const std::string name = input.path == "-" ? "stdin" : input.path;
    report = text.ok() ? findings::LintText(name, *text, Mode(name), arenas_[worker], SkipsForeign(input))
                       : findings::UnreadableFile(name, text.error().message());
    const bool shown = options_.output == "sarif" || options_.output == "rdjson";
    const bool schemas = text.ok() && options_.against.empty();
    if (schemas && shown && options_.max_fix_impact) SuggestFixes(*text, *options_.max_fix_impact, report);
  } catch (const std::exception& e) {
    report = findings::UnreadableFile(input.path, std::string("internal error: ") + e.what());
    internal_error_ = true;
  }
  report.chart = input.chart;
  report.argument_index = input.argument_index;
  return report;
}

// Returns whether the finding is about the size of a CRD whose size was reported in another file.
bool LintRun::IsSizeOfCopy(const Finding& finding) {
  const bool size = finding.rule == rules::kApplySize.id || finding.rule == rules::kObjectSize.id;
  return size && !finding.crd.empty() && !large_crds_.emplace(finding.rule, finding.crd).second;
}

// Removes the findings that the options or the baseline exclude from the report. Counts the remaining and the removed
// findings.
void LintRun::Choose(FileReport& report) {
  for (const findings::LintedCrd& crd : report.checked_crds) {
    if (!options_.baseline.empty()) baseline_.AddChecked(crd.name);
  }
  std::erase_if(report.findings, [&](const Finding& finding) {
    const bool known = baseline_.Holds(finding);
    if (IsSizeOfCopy(finding)) return true;
    if (finding.severity < options_.min_severity) return true;
    const bool unread = rules::IsUnread(finding.rule);
    if (!options_.write_baseline.empty() && !unread) identities_.push_back(Identity(finding));
    if (known) {
      ++summary_.baseline_findings;
      return true;
    }
    if (finding.severity == Severity::kError) {
      ++failing_;
      if (!unread && finding.rule != rules::kUndecodable.id) ++summary_.violations;
    } else {
      ++summary_.warnings;
    }
    if (options_.max_violations == 0 || failing_ <= options_.max_violations) return false;
    ++summary_.hidden_findings;
    return true;
  });
}

bool LintRun::Report(FileReport report) {
  for (const findings::LintedCrd& crd : report.checked_crds) stored_.AddChecked(crd.name);
  PathCount& count = counts_[report.argument_index];
  ++count.files, count.crds += report.crds, count.unread += report.unread_documents;
  // Marks the entries of the baseline that match a finding as needed, so that they are not reported as stale. Also done
  // for rules that are off, so it precedes the removal of their findings.
  for (const Finding& finding : report.findings) baseline_.Holds(finding);
  options_.rules.Apply(report, options_.strict);
  summary_.Add(report);
  charts_.Condense(report);
  const std::size_t before = summary_.violations + summary_.warnings;
  Choose(report);
  TellUnread(report);
  definitions_.Add(report);
  if (report.unread_documents != 0 || summary_.violations + summary_.warnings != before) ++summary_.files_with_findings;
  progress_.Add(1, report.bytes);
  return out_.Write(reporter_->File(report));
}

// Returns whether the report on standard output is in a format for people.
bool LintRun::ForPeople() const {
  return (options_.output == "text" || options_.output == "github") && options_.write_baseline != "-";
}

// If the report is not for people, prints the findings about unreadable files and documents on standard error.
void LintRun::TellUnread(const FileReport& report) {
  if (ForPeople() || options_.quiet) return;
  for (const Finding& finding : report.findings) {
    if (!rules::IsUnread(finding.rule) && finding.rule != rules::kUndecodable.id) continue;
    progress_.Clear();
    PrintError(document::PlaceText(report.file, finding.at) + ": error: " + finding.message + " [" +
               std::string(finding.rule) + "]");
  }
}

// Returns a note for each path without CRDs, because the path can be mistyped. Adds an error to the summary for each
// folder or archive without files. Does nothing if no path has CRDs, because NoteErrors reports this as one error.
std::vector<std::string> LintRun::NotesOnPaths() {
  std::vector<std::string> notes;
  if (summary_.crds == 0 || options_.allow_empty || !files_.errors().empty()) return notes;
  for (std::size_t i = 0; i < counts_.size(); ++i) {
    const PathCount& count = counts_[i];
    const std::string& path = options_.paths[i];
    std::error_code error;
    const bool holds_files = std::filesystem::is_directory(path, error) || files::IsArchiveName(path);
    if (count.files == 0 && holds_files) {
      summary_.errors.push_back(path + ": has no file to check (use --allow-empty to accept that)");
    } else if (count.files != 0 && count.crds == 0 && count.unread == 0) {
      notes.push_back(path + ": note: has no CRD");
    }
  }
  return notes;
}

// Adds to the summary the reasons of a failed run that are not findings, such as inputs without CRDs. Prints the notes
// on paths.
void LintRun::NoteErrors() {
  std::vector<std::string>& errors = summary_.errors;
  errors.insert(errors.end(), files_.errors().begin(), files_.errors().end());
  for (const std::string& note : FirstLines(NotesOnPaths(), "paths without a CRD")) {
    if (!options_.quiet) PrintError(note);
  }
  if (summary_.crds == 0 && summary_.unread_documents == 0 && errors.empty() && !options_.allow_empty)
    errors.emplace_back("no CRD found in the files (use --allow-empty to accept that)");
}

void LintRun::Summarize() const {
  if (options_.quiet) return;
  for (const std::string& note : baseline_.Notes(options_.baseline, Mode(""))) PrintError(note);
  for (const std::string& note : FirstLines(definitions_.notes(), "CRDs with another definition")) PrintError(note);
  for (const std::string& note : files_.notes()) PrintError("structural lint: " + note);
  summary_.skipped.PrintSentence();
  const std::string compared = options_.against.empty() ? "" : "; " + stored_.Sentence(options_.against);
  PrintError(findings::Sentence(summary_) + compared);
}

int LintRun::ExitCode() const {
  if (internal_error_ || out_.failed()) return kExitInternal;
  if (summary_.unread_documents != 0 || !summary_.errors.empty()) return kExitUsage;
  return failing_ == 0 || options_.no_fail ? kExitOk : kExitFailure;
}

int LintRun::Run() {
  if (!HasInputs()) return kExitUsage;
  out_.Write(reporter_->Begin());
  const bool ready = ReadBaseline() && ReadStored();
  if (ready) {
    const auto read = [&](Input& input) {
      auto next = files_.Next();
      if (next) input = *std::move(next);
      return next.has_value();
    };
    RunOrdered<Input, FileReport>({.read = read,
                                   .work = [&](const Input& input, int worker) { return CheckInput(input, worker); },
                                   .write = [&](FileReport report) { return Report(std::move(report)); }},
                                  options_.jobs);
    progress_.Clear();
    NoteErrors();
  }
  out_.Write(reporter_->End(summary_));
  out_.Finish();
  for (const std::string& error : summary_.errors) PrintError("structural lint: " + error);
  if (ready) Summarize();
  out_.ReportFailure("lint", "the findings");
  return !ready || WriteBaseline() ? ExitCode() : kExitInternal;
}

}  // namespace

int RunLint(const LintOptions& options) { return LintRun(options).Run(); }

}  // namespace structural::cli
