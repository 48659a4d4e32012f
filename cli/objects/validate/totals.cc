#include "cli/objects/validate/totals.h"

#include "cli/report/findings/reporter.h"
#include "cli/report/rules/rules.h"
#include "cli/shared/wrap.h"

namespace structural::cli {

void Totals::Add(const CheckedFile& file) {
  ++files.files;
  files.bytes += file.report.bytes;
  files.crds += file.report.crds;
  files.others += file.report.others;
  files.unread += file.report.unread;
  files.suppressed += file.report.suppressed;
  files.skipped.Add(file.report.file, file.report.skipped, file.report.chart);
  files.found_in += file.report.findings.empty() ? 0 : 1;
  creates += file.creates;
  updates += file.updates;
  missing += file.missing;
  built_in += file.built_in;
  blocked += file.blocked;
  Add(file.report.findings);
  files.violations -= file.report.unread;  // unread documents are counted separately, although each is also a finding
}

void Totals::Add(const std::vector<findings::Finding>& found) {
  for (const findings::Finding& finding : found) {
    ++(finding.severity == findings::Severity::kError ? files.violations : files.warnings);
  }
}

std::string Outcome(const CheckedFile& file) {
  Totals totals;
  totals.Add(file);
  const findings::Summary& files = totals.files;
  std::string text = files.violations == 0 ? "no errors" : CountOf(files.violations, "error");
  if (files.warnings != 0) text += ", " + CountOf(files.warnings, "warning");
  text += ", " + CountOf(files.crds, "object");
  if (file.creates + file.updates != 0) text += ":";
  if (file.creates != 0) text += " " + CountOf(file.creates, "create");
  if (file.updates != 0) text += (file.creates == 0 ? " " : ", ") + CountOf(file.updates, "update");
  if (file.missing != 0) text += ", " + std::to_string(file.missing) + " without a CRD";
  if (file.blocked != 0) text += ", " + std::to_string(file.blocked) + " of faulty CRDs";
  if (file.built_in != 0) text += ", " + std::to_string(file.built_in) + " of Kubernetes' own API groups";
  return files.unread == 0 ? text : text + ", " + std::to_string(files.unread) + " unreadable";
}

std::string Sentence(const Totals& totals) {
  std::string text = findings::Sentence(totals.files, {"error", "object", "validated"});
  if (totals.has_updates) {
    text += ", " + CountOf(totals.creates, "as create") + " and " + CountOf(totals.updates, "as update");
  }
  if (totals.missing != 0) text += ", " + std::to_string(totals.missing) + " without a CRD";
  const auto unchecked = [&](std::size_t objects, const char* which) {
    if (objects == 0) return;
    text += "; " + CountOf(objects, "object") + which + (objects == 1 ? " was" : " were") + " not checked";
  };
  unchecked(totals.blocked, totals.blocked == 1 ? " of a faulty CRD" : " of faulty CRDs");
  unchecked(totals.built_in, " of Kubernetes' own API groups");
  return text;
}

}  // namespace structural::cli
