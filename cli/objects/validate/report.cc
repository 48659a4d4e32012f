#include "cli/objects/validate/report.h"

#include <utility>

#include "cli/report/rules/object_rules.h"
#include "cli/report/rules/rules.h"
#include "cli/shared/wrap.h"
#include "schema/base/quote.h"
#include "schema/json/write.h"

namespace structural::cli {

void Totals::Add(const CheckedFile& file) {
  files.Add(file.report);
  files.files_with_findings += file.report.findings.empty() ? 0 : 1;
  creates += file.creates;
  updates += file.updates;
  objects_without_crd += file.objects_without_crd;
  built_in_objects += file.built_in_objects;
  objects_with_unusable_crd += file.objects_with_unusable_crd;
  Add(file.report.findings);
  files.violations -= file.report.unread_documents;  // unread documents are also findings, but are counted separately
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
  if (file.objects_without_crd != 0) text += ", " + std::to_string(file.objects_without_crd) + " without a CRD";
  if (file.objects_with_unusable_crd != 0)
    text += ", " + std::to_string(file.objects_with_unusable_crd) + " of faulty CRDs";
  if (file.built_in_objects != 0)
    text += ", " + std::to_string(file.built_in_objects) + " of Kubernetes' own API groups";
  return files.unread_documents == 0 ? text : text + ", " + std::to_string(files.unread_documents) + " unreadable";
}

std::string Sentence(const Totals& totals) {
  std::string text = findings::Sentence(totals.files, {"error", "object", "validated"});
  if (totals.has_updates) {
    text += ", " + CountOf(totals.creates, "as create") + " and " + CountOf(totals.updates, "as update");
  }
  if (totals.objects_without_crd != 0) text += ", " + std::to_string(totals.objects_without_crd) + " without a CRD";
  const auto unchecked = [&](std::size_t objects, const char* which) {
    if (objects == 0) return;
    text += "; " + CountOf(objects, "object") + which + (objects == 1 ? " was" : " were") + " not checked";
  };
  unchecked(totals.objects_with_unusable_crd,
            totals.objects_with_unusable_crd == 1 ? " of a faulty CRD" : " of faulty CRDs");
  unchecked(totals.built_in_objects, " of Kubernetes' own API groups");
  return text;
}

namespace {

using findings::FileReport;
using findings::Finding;

// Writes a line for each finding: FILE:LINE:COLUMN: SEVERITY: TEXT [RULE].
class LineReporter : public findings::Reporter {
 public:
  std::string File(const FileReport& report) override {
    std::string text;
    for (const Finding& finding : report.findings) {
      std::string line = document::PlaceText(report.file, finding.at) + ": ";
      line.append(Name(finding.severity)).append(": ");
      line += finding.path.empty() ? finding.message : finding.server_message;
      text += base::EscapeUnprintable(line.append(" [").append(finding.rule).append("]")) + "\n";
    }
    return text;
  }
  std::string End(const findings::Summary&) override { return {}; }
};

// Writes {"findings": […], "summary": {…}}.
class ObjectJsonReporter : public findings::Reporter {
 public:
  explicit ObjectJsonReporter(const Totals& totals) : totals_(totals) {}

  std::string Begin() override { return "{\"findings\": ["; }

  std::string File(const FileReport& report) override {
    std::string text;
    for (const Finding& finding : report.findings) {
      json::Writer to(text += std::exchange(separator_, ",\n"));
      to.BeginObject().Add("rule", finding.rule).Add("severity", Name(finding.severity));
      to.Add("file", report.file).Add("line", finding.at.line).Add("column", finding.at.column);
      to.Add("object", finding.crd).Add("path", finding.path);
      to.Add("message", finding.server_message).EndObject();
    }
    return text;
  }

  std::string End(const findings::Summary&) override {
    const findings::Summary& files = totals_.files;
    std::string text = "\n],\n\"summary\": ";
    json::Writer to(text);
    to.BeginObject().Add("files", files.files).Add("objects", files.crds);
    to.Add("creates", totals_.creates).Add("updates", totals_.updates);
    to.Add("missing", totals_.objects_without_crd).Add("builtIn", totals_.built_in_objects);
    to.Add("blocked", totals_.objects_with_unusable_crd)
        .Add("others", files.other_documents)
        .Add("unread", files.unread_documents);
    to.Add("errors", files.violations).Add("warnings", files.warnings);
    to.Add("suppressed", files.suppressed);
    to.Key("skipped").Raw(files.skipped.Json()).EndObject();
    return text + "}\n";
  }

 private:
  const Totals& totals_;
  std::string separator_ = "\n";
};

}  // namespace

std::unique_ptr<findings::Reporter> NewObjectReporter(std::string_view form, const Totals& totals) {
  if (form == "json") return std::make_unique<ObjectJsonReporter>(totals);
  if (form == "text") return std::make_unique<LineReporter>();
  static const auto all_rules = rules::WithLintRules(rules::RulesForObjects());
  return findings::NewReporter(form, {"structural validate", all_rules});
}

}  // namespace structural::cli
