#include "cli/lint/fix/run.h"

#include <algorithm>
#include <iostream>

#include "cli/report/findings/reporter.h"
#include "cli/shared/common_flags.h"
#include "cli/shared/output.h"
#include "cli/shared/unified_diff.h"
#include "files/replace_file.h"

namespace structural::cli {
namespace {

class FixRun {
 public:
  explicit FixRun(const FixOptions& options) : options_(options) {}

  int Run();

 private:
  void File(const Input& input);
  bool Planned(const std::string& path, const std::string& text, const FilePlan& plan);
  bool Changed(const std::string& path, const std::string& before, const std::string& after);
  void TellUnread(const std::string& name, const FilePlan& plan);
  void Report(const std::string& name, const FilePlan& plan);
  void Count(const std::string& name, const FilePlan& plan);
  void AddChanges(const FilePlan& plan);
  bool Conflict() const;
  void Fail(const std::string& text, int exit_code) {
    PrintError(text);
    exit_code_ = std::max(exit_code_, exit_code);
  }
  std::string Command() const { return "structural " + options_.command + ": "; }

  void Summarize() const;

  const FixOptions& options_;
  findings::Summary summary_;  // `violations` counts changes
  std::size_t left_ = 0;       // violations and errors of a server
  int exit_code_ = kExitOk;
  bool first_ = true;  // no JSON object was printed yet
};

std::string NameOfInput(const std::string& path) { return path == "-" ? "stdin" : path; }

// Returns whether the change was written or printed.
bool FixRun::Changed(const std::string& path, const std::string& before, const std::string& after) {
  const std::string name = NameOfInput(path);
  if (options_.write && path == "-") {
    std::cout << after;
  } else if (options_.write) {
    const auto written = before == after ? base::Ok() : files::ReplaceFile(path, {after, before});
    if (!written.ok()) Fail(Command() + written.error().message(), kExitInternal);
    return written.ok();
  } else if (options_.output == "diff") {
    std::cout << UnifiedDiff(name, before, name, after, WantsColors());
  }
  return true;
}

void FixRun::TellUnread(const std::string& name, const FilePlan& plan) {
  for (const UnreadableDocument& unread : plan.unread) {
    Fail(document::PlaceText(name, unread.at) + ": " + unread.message, kExitUsage);
  }
}

void FixRun::Report(const std::string& name, const FilePlan& plan) {
  if (options_.output == "json") {
    const std::string text = AsJson(name, plan);
    if (!text.empty()) std::cout << (std::exchange(first_, false) ? "" : ",\n") << text;
  }
  if (options_.output == "plan") std::cout << ItemLines(name, plan, true);
  if (options_.output == "diff" && !options_.quiet) std::cerr << ItemLines(name, plan, false);
}

void FixRun::Count(const std::string& name, const FilePlan& plan) {
  const std::string done = Counts(plan, true, options_.write ? "made" : "available");
  const std::string rest = Counts(plan, false, "not made");
  if (options_.quiet || (done.empty() && rest.empty())) return;
  PrintError(name + ": " + done + (done.empty() || rest.empty() ? "" : "; ") + rest);
}

// Returns whether the change was made.
bool FixRun::Planned(const std::string& path, const std::string& text, const FilePlan& plan) {
  if (plan.left() != 0) exit_code_ = std::max<int>(exit_code_, kExitFailure);
  if (plan.changes() && options_.check) exit_code_ = std::max<int>(exit_code_, kExitFailure);
  const bool wants_text = options_.write || options_.output == "diff";
  if (!wants_text || (path != "-" && !plan.changes())) return true;
  const auto after = Apply(text, plan);
  if (after.ok()) return Changed(path, text, *after);
  Fail(NameOfInput(path) + ": cannot be edited: " + after.error().message() +
           "; use -o json to print the changes as a JSON Patch",
       kExitUsage);
  return false;
}

void FixRun::File(const Input& input) {
  const std::string& path = input.path;
  const auto text = ReadInput(input);
  ++summary_.files;
  summary_.unread += text.ok() ? 0 : 1;
  if (!text.ok()) return Fail(path + ": " + text.error().message(), kExitUsage);
  const FilePlan plan = PlanFile(*text, options_.most, options_.aim, options_.choices, input.in_folder);
  summary_.skipped.Add(path, plan.skipped);
  summary_.crds += plan.crds.size();
  summary_.others += plan.others;
  summary_.unread += plan.unread.size();
  TellUnread(NameOfInput(path), plan);
  if (!options_.write) Report(NameOfInput(path), plan);
  const bool done = Planned(path, *text, plan);
  if (options_.write && done) Report(NameOfInput(path), plan);
  if (done) Count(NameOfInput(path), plan);
  const bool counts = done || !options_.write;  // a failed write changed nothing
  if ((counts && plan.changes()) || !plan.unread.empty()) ++summary_.found_in;
  if (counts) AddChanges(plan);
}

void FixRun::AddChanges(const FilePlan& plan) {
  for (const CrdPlan& crd : plan.crds) {
    summary_.violations += static_cast<std::size_t>(std::ranges::count(crd.plan.items, true, &fix::Item::done));
  }
  left_ += plan.left();
}

void FixRun::Summarize() const {
  if (options_.quiet) return;
  summary_.skipped.Tell();
  std::string text = findings::Sentence(summary_, {"change", "CRD", "read"});
  if (left_ != 0) {
    text += ", " + std::to_string(left_) + (left_ == 1 ? " violation left" : " violations left");
  }
  PrintError(text);
}

// Text and messages must not share one stream.
bool FixRun::Conflict() const {
  return options_.write && options_.output != "diff" && std::ranges::find(options_.paths, "-") != options_.paths.end();
}

int FixRun::Run() {
  if (Conflict()) {
    Fail(Command() + "--write prints the text of standard input, so it excludes -o " + options_.output, kExitUsage);
    return exit_code_;
  }
  if (options_.output == "json") std::cout << "[";
  Files files(options_.paths, options_.filter);
  while (const auto input = files.Next()) File(*input);
  if (options_.output == "json") std::cout << "]\n";
  for (const std::string& note : files.notes()) PrintError(Command() + note);
  for (const std::string& error : files.errors()) Fail(Command() + error, kExitUsage);
  summary_.errors = files.errors();
  if (!std::cout.flush()) Fail(Command() + "cannot write to standard output", kExitInternal);
  Summarize();
  if (options_.check && !options_.allow_empty && summary_.crds == 0 && exit_code_ == kExitOk)
    return ReportNothingFound(options_.command, "CRD");
  return exit_code_;
}

}  // namespace

int RunFix(const FixOptions& options) {
  return Guarded(options.command, [&] { return FixRun(options).Run(); });
}

}  // namespace structural::cli
