#include "cli/objects/validate/run.h"

#include <map>
#include <memory>
#include <set>
#include <utility>

#include "cli/objects/validate/check_file.h"
#include "cli/objects/validate/report.h"
#include "cli/objects/validate/sources.h"
#include "cli/report/rules/object_rules.h"
#include "cli/report/rules/rules.h"
#include "cli/report/stored/admission_evaluator.h"
#include "cli/shared/common_flags.h"
#include "cli/shared/ordered_work.h"
#include "cli/shared/output.h"
#include "schema/base/quote.h"

namespace structural::cli {
namespace {

using findings::Finding;

// Returns the result for a file that cannot be read. It has one finding, whose text is `message`.
CheckedFile Unreadable(const std::string& file, const std::string& message) {
  CheckedFile checked;
  checked.report = findings::UnreadableFile(file, message);
  checked.report.findings.front().server_message = message;
  return checked;
}

Strictness StrictnessOf(std::string_view word) {
  if (word == "ignore") return Strictness::kIgnore;
  return word == "warn" ? Strictness::kWarn : Strictness::kFail;
}

class ValidateRun {
 public:
  explicit ValidateRun(const ValidateOptions& options)
      : options_(options),
        manager_{options.manager, options.force_conflicts},
        arenas_(static_cast<std::size_t>(options.jobs)),
        reporter_(NewObjectReporter(options.output, totals_)) {}

  int Run();

 private:
  bool ReadInputs();
  bool ReadOld();
  CheckContext MakeCheckContext() const;
  CheckedFile CheckInput(const Input& file, int worker);
  bool Report(CheckedFile checked);
  void PrintUnreadable(CheckedFile& file);
  void ReportCrds(const CheckedFile& file);
  void FoldUnmatched(CheckedFile& file);
  void TellFolded() const;
  void CheckAllFiles();
  int ExitCode() const;

  const ValidateOptions& options_;
  const Manager manager_;
  Sources sources_{"validate"};
  StoredObjects stored_;
  Totals totals_;
  std::vector<base::Arena> arenas_;
  std::unique_ptr<findings::Reporter> reporter_;
  Progress progress_{"files", "read", Progress::OutputContent::kOutput};
  ReportOutput out_{options_.quiet, &progress_};

  std::set<const Resource*> reported_;            // CRDs whose findings were already written
  std::map<std::string, std::size_t> unmatched_;  // number of objects without a CRD, by their kind (CheckedFile)
  std::size_t next_ = 0;                          // index of the next file
};

bool ValidateRun::ReadOld() {
  if (options_.old.empty() && options_.against.empty()) return true;
  totals_.has_updates = true;
  if (!options_.old.empty()) return stored_.ReadFiles(options_.old, options_.filter);
  const base::Status read = stored_.ReadRevision(options_.against, options_.paths, options_.filter);
  if (read.ok()) return true;
  PrintError("structural validate: --against " + options_.against + ": " + read.error().message());
  return false;
}

bool ValidateRun::ReadInputs() {
  std::vector<std::string> inputs = options_.paths;
  for (const auto* more : {&options_.crds, &options_.old}) inputs.insert(inputs.end(), more->begin(), more->end());
  if (!ReadsStandardInputOnce(inputs)) {
    PrintError(kStandardInputTwice);
    return false;
  }
  if (options_.cluster && !sources_.AddClusterCrds(*options_.cluster)) return false;
  for (const std::string& path : options_.crds_from) {
    if (!sources_.AddCrdsFrom(path)) return false;
  }
  if (!sources_.AddCrds(options_.crds)) return false;
  if (!options_.allow_empty && !sources_.AllHadCrds()) return false;
  return sources_.AddObjects(options_.paths, options_.filter) && ReadOld();
}

CheckContext ValidateRun::MakeCheckContext() const {
  return {.resources = sources_.resources(),
          .stored = totals_.has_updates ? &stored_ : nullptr,
          .subresource = options_.subresource,
          .ignore_missing_crds = options_.ignore_missing_crds,
          .strictness = StrictnessOf(options_.field_validation),
          .manager = options_.server_side ? &manager_ : nullptr};
}

CheckedFile ValidateRun::CheckInput(const Input& file, int worker) {
  CheckedFile checked;
  try {
    const auto text = sources_.Text(file);
    checked = text.ok() ? CheckFile({file.path, *text, file.in_folder}, MakeCheckContext(),
                                    arenas_[static_cast<std::size_t>(worker)])
                        : Unreadable(file.path, text.error().message());
  } catch (const std::exception& e) {
    checked = Unreadable(file.path, std::string("internal error: ") + e.what());
  }
  checked.report.chart = file.chart;
  options_.rules.Apply(checked.report, true);
  return checked;
}

// Prints the findings about unreadable documents of the file on standard error, and removes them from the report. For
// reports that print lines.
void ValidateRun::PrintUnreadable(CheckedFile& file) {
  if (file.report.unread_documents == 0) return;
  std::erase_if(file.report.findings, [&](const Finding& finding) {
    if (!rules::IsUnread(finding.rule)) return false;
    PrintError(document::PlaceText(file.report.file, finding.at) + ": " + finding.server_message);
    return true;
  });
}

// Reports the findings about the CRDs of the file's objects, unless they were already reported. Must be called before
// the findings of the file are reported.
void ValidateRun::ReportCrds(const CheckedFile& file) {
  for (const Resource* resource : file.faulty_crds) {
    if (!reported_.insert(resource).second) continue;
    findings::FileReport report;
    report.file = resource->file();
    report.findings = resource->Findings();
    totals_.Add(report.findings);
    out_.Write(reporter_->File(report));
  }
}

// Removes findings about a kind without a CRD, except the first one for each kind. For reports that print lines. Must
// be called after the findings were counted, because removed findings are errors, too.
void ValidateRun::FoldUnmatched(CheckedFile& file) {
  auto kind = file.unmatched_kinds.begin();
  std::erase_if(file.report.findings, [&](const Finding& finding) {
    const bool unmatched = finding.rule == rules::kNoResource.id && kind != file.unmatched_kinds.end();
    return unmatched && unmatched_[*kind++]++ != 0;
  });
}

void ValidateRun::TellFolded() const {
  for (const auto& [kind, objects] : unmatched_) {
    if (objects == 1) continue;
    PrintError(std::to_string(objects - 1) + " more " + (objects == 2 ? "object" : "objects") + " of " +
               base::EscapeUnprintable(kind) + " [" + std::string(rules::kNoResource.id) + "]");
  }
}

bool ValidateRun::Report(CheckedFile checked) {
  totals_.Add(checked);
  progress_.Add(1, checked.report.bytes);
  if (options_.output == "text" || options_.quiet) PrintUnreadable(checked);
  if (options_.output == "text") FoldUnmatched(checked);
  ReportCrds(checked);
  if (!out_.Write(reporter_->File(checked.report))) return false;
  if (options_.verbose && !options_.quiet) {
    Flush();
    PrintError(checked.report.file + ": " + Outcome(checked));
  }
  return true;
}

void ValidateRun::CheckAllFiles() {
  const auto read = [&](const Input*& file) {
    if (next_ == sources_.files().size()) return false;
    file = &sources_.files()[next_++];
    return true;
  };
  RunOrdered<const Input*, CheckedFile>(
      {.read = read,
       .work = [&](const Input* file, int worker) { return CheckInput(*file, worker); },
       .write = [&](CheckedFile checked) { return Report(std::move(checked)); }},
      options_.jobs);
}

int ValidateRun::ExitCode() const {
  if (out_.failed()) return kExitInternal;
  if (totals_.files.unread_documents != 0 || !sources_.errors().empty()) return kExitUsage;
  if (totals_.files.violations != 0) return kExitFailure;
  if (totals_.files.crds == 0 && !options_.allow_empty) return ReportNothingFound("validate", "object of the CRDs");
  return kExitOk;
}

int ValidateRun::Run() {
  if (!ReadInputs()) return kExitUsage;
  out_.Write(reporter_->Begin());
  CheckAllFiles();
  totals_.files.errors = sources_.errors();
  out_.Write(reporter_->End(totals_.files));
  out_.Finish();
  for (const std::string& error : sources_.errors()) PrintError(error);
  if (!options_.quiet) {
    TellFolded();
    if (totals_.has_updates && stored_.empty()) {
      PrintError(std::string(options_.old.empty() ? "--against" : "--old") +
                 " has no object, so every object was checked as a create");
    }
    totals_.files.skipped.PrintSentence();
    PrintError(Sentence(totals_));
  }
  out_.ReportFailure("validate", "the findings");
  return ExitCode();
}

}  // namespace

int RunValidate(const ValidateOptions& options) { return ValidateRun(options).Run(); }

namespace {

std::unique_ptr<StoredReport> ReportFor(const ValidateOptions& options, bool summary_only) {
  if (options.output == "text") return NewStoredTextReport(summary_only);
  if (options.output == "json") return NewStoredJsonReport(summary_only);
  return NewStoredFindingsReport(options.output, options.field_validation == "strict");
}

// Prints the findings about a CRD on standard error, because the report on standard output is about stored objects.
void PrintFindings(const Resource& resource) {
  Totals totals;
  findings::FileReport report;
  report.file = resource.file();
  report.findings = resource.Findings();
  const std::string text = NewObjectReporter("text", totals)->File(report);
  if (!text.empty()) PrintErrorLines(text);
}

// Reads the CRDs of --crd and --crds-from. Returns false if one cannot be read. If `checked` is set, also prints the
// findings about the CRDs, and returns false if a server would refuse one. If it is not set, CRDs can have a form that
// only older servers accepted.
bool ReadCrds(const ValidateOptions& options, bool checked, std::vector<std::string>& crds) {
  Sources sources{"validate"};
  for (const std::string& path : options.crds_from) {
    if (!sources.AddCrdsFrom(path)) return false;
  }
  if (!sources.AddCrds(options.crds)) return false;
  bool usable = true;
  for (const Resource* resource : sources.resources().all()) {
    if (checked) {
      usable &= resource->usable();
      PrintFindings(*resource);
    }
    crds.push_back(resource->crd());
  }
  return usable;
}

}  // namespace

int RunValidateStored(const ValidateOptions& options, const StoredFlags& flags) {
  WalkOptions walk = flags.Walk("validate", *options.cluster);
  walk.losing_fails = options.field_validation == "strict";
  walk.allow_empty = options.allow_empty;
  walk.quiet = options.quiet;
  walk.only_preserving = flags.assume_pruning;
  if (!options.crds.empty() || !options.crds_from.empty()) {
    if (!ReadCrds(options, !flags.assume_pruning, walk.crds.emplace())) return kExitUsage;
    if (walk.crds->empty()) return ReportNothingFound("validate", "CRD");
  }
  const AdmissionEvaluatorOptions evaluator_options{.ignore_lost = options.field_validation == "ignore",
                                                    .prunes = flags.assume_pruning};
  const auto new_evaluator = [&](const std::string& crd, const StoredKind& kind) {
    return NewAdmissionEvaluator(crd, kind, evaluator_options);
  };
  return WalkStoredObjects(walk, new_evaluator, *ReportFor(options, flags.summary_only));
}

}  // namespace structural::cli
