#include "cli/objects/validate/report.h"
#include "cli/objects/validate/run.h"
#include "cli/objects/validate/sources.h"
#include "cli/report/stored/judge.h"
#include "cli/report/stored/walk.h"
#include "cli/shared/common_flags.h"
#include "cli/shared/output.h"

namespace structural::cli {
namespace {

std::unique_ptr<StoredReport> ReportFor(const ValidateOptions& options, bool summary_only) {
  if (options.output == "text") return NewStoredTextReport(summary_only);
  if (options.output == "json") return NewStoredJsonReport(summary_only);
  return NewStoredFindingsReport(options.output, options.field_validation == "strict");
}

// Prints on standard error, because the report is about stored objects.
void PrintFindings(const Resource& resource) {
  Totals totals;
  findings::FileReport report;
  report.file = resource.file();
  report.findings = resource.Findings();
  const std::string text = NewObjectReporter("text", totals)->File(report);
  if (!text.empty()) PrintErrorLines(text);
}

// Reads the CRDs of --crd and --crds-from. With `judged`, a CRD that a server would refuse cannot
// be used, and its findings are printed. Otherwise CRDs may also have a form that only older
// servers accepted.
bool ReadCrds(const ValidateOptions& options, bool judged, std::vector<std::string>& crds) {
  Sources sources{"validate"};
  for (const std::string& path : options.crds_from) {
    if (!sources.AddCrdsFrom(path)) return false;
  }
  if (!sources.AddCrds(options.crds)) return false;
  bool usable = true;
  for (const Resource* resource : sources.resources().all()) {
    if (judged) {
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
  const AdmissionEvaluatorOptions judge{.ignore_lost = options.field_validation == "ignore",
                                        .prunes = flags.assume_pruning};
  const auto new_evaluator = [&](const std::string& crd, const StoredKind& kind) {
    return NewAdmissionEvaluator(crd, kind, judge);
  };
  return WalkStoredObjects(walk, new_evaluator, *ReportFor(options, flags.summary_only));
}

}  // namespace structural::cli
