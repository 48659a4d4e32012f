// structural fix: prints repaired files, or the changes with their impact, or writes the files.
#include "cli/shared/command.h"

#include <algorithm>
#include <iostream>
#include <string>
#include <vector>

#include "cli/report/findings/reporter.h"
#include "cli/report/fix/file_plan.h"
#include "cli/shared/common_flags.h"
#include "cli/shared/files.h"
#include "cli/shared/output.h"
#include "cli/shared/unified_diff.h"
#include "cli/shared/wrap.h"
#include "files/replace_file.h"

namespace structural::cli {
namespace {

struct FixOptions {
  std::vector<std::string> paths;  // files and folders; "-" is standard input
  FileFilter filter = {.unpack_archives = false};
  fix::ChangeImpact max = fix::ChangeImpact::kSame;
  fix::Choices choices;
  std::string output = "diff";  // or json, plan
  bool write = false;           // write the changed texts into the files
  bool check = false;           // exit code 1 if a file would change, 2 if no CRD is found
  bool allow_empty = false;     // with `check`: exit code 0 if no CRD is found
  bool quiet = false;
  std::string command = "fix";
  FixTarget aim = FixTarget::kStructural;
};

class FixRun {
 public:
  explicit FixRun(const FixOptions& options) : options_(options) {}

  int Run();

 private:
  void File(const Input& input);
  bool ApplyPlan(const std::string& path, const std::string& text, const FilePlan& plan);
  bool WriteOrPrint(const std::string& path, const std::string& before, const std::string& after);
  void ReportUnread(const std::string& name, const FilePlan& plan);
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
  findings::Summary summary_;  // `violations` is the number of changes
  std::size_t left_ = 0;       // number of violations and errors of a server that remain after the changes
  int exit_code_ = kExitOk;
  bool first_ = true;  // true: no JSON object was printed yet
};

std::string NameOfInput(const std::string& path) { return path == "-" ? "stdin" : path; }

// With --write, writes the text `after` to the file; for standard input, prints it. Otherwise, if the output is diff,
// prints the diff. Returns false if the file cannot be written.
bool FixRun::WriteOrPrint(const std::string& path, const std::string& before, const std::string& after) {
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

void FixRun::ReportUnread(const std::string& name, const FilePlan& plan) {
  for (const UnreadableDocument& each : plan.unreadable) {
    Fail(document::PlaceText(name, each.at) + ": " + each.message, kExitUsage);
  }
}

void FixRun::Report(const std::string& name, const FilePlan& plan) {
  if (options_.output == "json") {
    const std::string text = PlanJson(name, plan);
    if (!text.empty()) std::cout << (std::exchange(first_, false) ? "" : ",\n") << text;
  }
  if (options_.output == "plan") std::cout << ItemLines(name, plan, true);
  if (options_.output == "diff" && !options_.quiet) std::cerr << ItemLines(name, plan, false);
}

void FixRun::Count(const std::string& name, const FilePlan& plan) {
  const std::string done = ChangeCountsText(plan, true, options_.write ? "made" : "available");
  const std::string rest = ChangeCountsText(plan, false, "not made");
  if (options_.quiet || (done.empty() && rest.empty())) return;
  PrintError(name + ": " + done + (done.empty() || rest.empty() ? "" : "; ") + rest);
}

// Applies the plan to the text, and writes or prints the result if the options require it. Sets the exit code. Returns
// false if the text cannot be edited or written.
bool FixRun::ApplyPlan(const std::string& path, const std::string& text, const FilePlan& plan) {
  if (plan.remaining_count() != 0) exit_code_ = std::max<int>(exit_code_, kExitFailure);
  if (plan.has_changes() && options_.check) exit_code_ = std::max<int>(exit_code_, kExitFailure);
  const bool wants_text = options_.write || options_.output == "diff";
  if (!wants_text || (path != "-" && !plan.has_changes())) return true;
  const auto after = Apply(text, plan);
  if (after.ok()) return WriteOrPrint(path, text, *after);
  Fail(NameOfInput(path) + ": cannot be edited: " + after.error().message() +
           "; use -o json to print the changes as a JSON Patch",
       kExitUsage);
  return false;
}

void FixRun::File(const Input& input) {
  const std::string& path = input.path;
  const auto text = ReadInput(input);
  ++summary_.files;
  summary_.unread_documents += text.ok() ? 0 : 1;
  if (!text.ok()) return Fail(path + ": " + text.error().message(), kExitUsage);
  const FilePlan plan = PlanFile(*text, options_.max, options_.aim, options_.choices, input.in_folder);
  summary_.skipped.Add(path, plan.skipped);
  summary_.crds += plan.crds.size();
  summary_.other_documents += plan.other_documents;
  summary_.unread_documents += plan.unreadable.size();
  ReportUnread(NameOfInput(path), plan);
  if (!options_.write) Report(NameOfInput(path), plan);
  const bool done = ApplyPlan(path, *text, plan);
  if (options_.write && done) Report(NameOfInput(path), plan);
  if (done) Count(NameOfInput(path), plan);
  const bool counts = done || !options_.write;  // false: the file was not written, so no change is counted
  if ((counts && plan.has_changes()) || !plan.unreadable.empty()) ++summary_.files_with_findings;
  if (counts) AddChanges(plan);
}

void FixRun::AddChanges(const FilePlan& plan) {
  for (const CrdPlan& crd : plan.crds) {
    summary_.violations += static_cast<std::size_t>(std::ranges::count(crd.plan.items, true, &fix::Item::done));
  }
  left_ += plan.remaining_count();
}

void FixRun::Summarize() const {
  if (options_.quiet) return;
  summary_.skipped.PrintSentence();
  std::string text = findings::Sentence(summary_, {"change", "CRD", "read"});
  if (left_ != 0) {
    text += ", " + CountOf(left_, "violation") + " left";
  }
  PrintError(text);
}

// Returns whether the options contradict each other: both the fixed text of standard input and a report would be
// printed on standard output.
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

// Plans the changes of all files, and prints or writes them. Prints messages on standard error. Returns the exit code.
// 0: after the changes, all CRDs are structural, and a server accepts the CRDs that are in v1. 1: a CRD is still not
// structural, or a server refuses it; with `check`, also if a file would change. 2: an input cannot be read or edited;
// with `check`, also if no CRD is found. 3: a file cannot be written, or an internal error occurred.
int RunFix(const FixOptions& options) {
  return RunGuarded(options.command, [&] { return FixRun(options).Run(); });
}

// Sets the choice for optional keys of list maps from `text`, a value of the flag --list-map-keys: "required" or
// "KEY=VALUE".
void ChooseListMapKeys(const std::string& text, fix::Choices& choices) {
  const std::size_t equals = text.find('=');
  if (text == "required") {
    choices.require_keys = true;
  } else if (equals == 0 || equals == text.npos) {
    FailValidation("--list-map-keys", text + " is neither required nor KEY=VALUE");
  } else {
    choices.key_defaults[text.substr(0, equals)] = text.substr(equals + 1);
  }
}

void AddChoiceFlags(Command& command, fix::Choices& choices) {
  const auto choose = [&choices](const std::vector<std::string>& texts) {
    for (const std::string& text : texts) ChooseListMapKeys(text, choices);
  };
  command
      .OnValues("--list-map-keys", choose,
                "Optional keys in x-kubernetes-list-map-keys: required makes them\n"
                "required, KEY=VALUE gives KEY a default; repeatable")
      ->TypeName("required|KEY=VALUE");
  command.AddOption("--api-approved", choices.approval,
                    "Annotation api-approved.kubernetes.io for CRDs in protected groups: the\nURL of "
                    "the approval, or a text that begins with unapproved");
}

// Adds the flags of `structural fix` and `structural upgrade`.
// `options` must outlive the command.
void AddFixFlags(Command& command, FixOptions& options) {
  AddInputFlags(command, options.paths, options.filter);
  AddAllowFlag(command, options.max);
  AddChoiceFlags(command, options.choices);
  command
      .AddOption("-o,--output", options.output,
                 "Output format. plan: each change with its effect; json: the plan and a\n"
                 "JSON Patch for each document")
      ->OneOf({"diff", "plan", "json"})
      ->ShowDefault();
  auto* write = command.AddFlag("--write", options.write, "Write the changes to the files");
  command.AddFlag("--check", options.check, "Exit with 1 if anything would change")->Excludes(write);
  AddAllowEmptyFlag(command, options.allow_empty);
  AddColorFlag(command);
  command.AddFlag("-q,--quiet", options.quiet, "Do not print findings: the changes that are not made");
}

constexpr const char* kFixFooter =
    "Examples:\n"
    "  structural fix config/crd\n"
    "  structural fix --allow wider --write config/crd\n"
    "  structural fix -o plan crd.yaml\n"
    "  structural fix --allow typed --check .\n"
    "  structural fix --list-map-keys protocol=TCP --list-map-keys required crd.yaml\n"
    "  structural fix --api-approved 'unapproved, experimental' config/crd\n"
    "  structural fix -o json crd.yaml | jq '.[0].edits'\n"
    "  kubectl get crd a.example.com -o yaml | structural fix --allow wider --write - > a.yaml\n\n"
    "Classes of changes:\n"
    "  same       keeps the set of accepted objects and how they are stored\n"
    "  typed      adds the type that other keywords imply; values of other types are no longer\n"
    "             accepted, and null is dropped\n"
    "  wider      drops a check, or keeps fields that were dropped; more objects are accepted\n"
    "  needs-you  needs your decision; only reported\n"
    "  stricter   refuses objects that were accepted; only with --list-map-keys required\n"
    "  defaulted  adds a default; only with --list-map-keys KEY=VALUE\n"
    "structural diff of the file before and after says the same.\n\n"
    "The command also reports what the API server would still refuse in the resulting CRD of\n"
    "v1.\n\n"
    "Comments, order, quotes and indentation stay as they are, except in the edited lines. The\n"
    "command finds CRDs as YAML and JSON documents, and in Lists.\n\n"
    "Exit codes:\n"
    "  0  all CRDs are structural afterwards, and the API server accepts those of v1\n"
    "  1  a CRD is not structural or refused, or with --check something would change\n"
    "  2  wrong arguments, an input that cannot be read or edited, or with --check no CRD\n"
    "  3  the run itself failed\n";

// structural upgrade: converts CRDs in files from apiextensions.k8s.io/v1beta1 to v1.
constexpr const char* kUpgradeFooter =
    "Examples:\n"
    "  structural upgrade config/crd\n"
    "  structural upgrade --allow wider --write config/crd\n"
    "  structural upgrade -o plan crd.yaml\n"
    "  structural upgrade --check .\n\n"
    "The command also makes the CRDs structural, because a server requires that in v1; it uses\n"
    "the classes of changes of structural fix. A CRD does not change if that needs a class that\n"
    "--allow does not include, or if the upgrade would lose something; the output gives the\n"
    "reason. CRDs in v1 do not change.\n\n"
    "Comments, order and quotes stay, and comments move with their text.\n\n"
    "Exit codes:\n"
    "  0  all CRDs are in v1 afterwards, and the API server accepts them\n"
    "  1  a CRD is not in v1 or refused, or with --check something would change\n"
    "  2  wrong arguments, an input that cannot be read or edited, or with --check no CRD\n"
    "  3  the run itself failed\n";

}  // namespace

void AddFix(Command& app, int* exit_code) {
  auto* command = app.AddSubcommand("fix", "Make the CRDs in files structural");
  auto options = std::make_shared<FixOptions>();
  AddFixFlags(*command, *options);
  command->SetHelpTexts(kFixFooter);
  command->OnRun([options, exit_code] { *exit_code = RunFix(*options); });
}

void AddUpgrade(Command& app, int* exit_code) {
  auto* command = app.AddSubcommand("upgrade", "Convert the CRDs in files from v1beta1 to v1");
  auto options = std::make_shared<FixOptions>();
  options->command = "upgrade";
  options->aim = FixTarget::kV1;
  AddFixFlags(*command, *options);
  command->SetHelpTexts(kUpgradeFooter);
  command->OnRun([options, exit_code] { *exit_code = RunFix(*options); });
}

}  // namespace structural::cli
