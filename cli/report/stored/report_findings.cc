// Reports outcomes of stored objects as findings of lint.
#include <utility>

#include "cli/report/findings/placed_error.h"
#include "cli/report/findings/reporter.h"
#include "cli/report/rules/object_rules.h"
#include "cli/report/stored/report.h"
#include "cli/shared/wrap.h"

namespace structural::cli {
namespace {

using findings::FileReport;
using findings::Finding;
using findings::PlacedError;
using findings::Severity;

class StoredFindingsReport : public StoredReport {
 public:
  StoredFindingsReport(std::string_view form, bool losing_fails)
      : reporter_(findings::NewReporter(form, {"structural validate", rules::RulesForObjects()})),
        losing_(losing_fails ? Severity::kError : Severity::kWarning) {}

  std::string Begin() override { return reporter_->Begin(); }

  std::string Kind(const StoredKind& kind) override {
    kind_ = kind;
    return {};
  }

  std::string Object(const StoredName& name, const StoredOutcome& outcome) override;

  std::string EndKind(const KindEnd&) override { return {}; }

  std::string End(const StoredSummary& summary) override {
    findings::Summary files;
    files.files = files.crds = summary.objects;
    files.unread = summary.unread;
    return reporter_->End(files);
  }

  std::string Sentence(const StoredSummary& summary) const override {
    return NewStoredTextReport(true)->Sentence(summary);
  }

 private:
  void Add(std::string_view rule, Severity severity, PlacedError error, std::string_view more);

  const std::unique_ptr<findings::Reporter> reporter_;
  const Severity losing_;
  StoredKind kind_;
  FileReport file_;
  std::string about_;
};

void StoredFindingsReport::Add(std::string_view rule, Severity severity, PlacedError error, std::string_view more) {
  Finding finding;
  finding.rule = rule;
  finding.severity = severity;
  finding.at = {1, 1};
  finding.crd = about_;
  finding.path = std::move(error.path);
  finding.message = Printable(error.message.append(more));
  finding.server = Printable(error.whole.append(more));
  file_.findings.push_back(std::move(finding));
}

std::string StoredFindingsReport::Object(const StoredName& name, const StoredOutcome& outcome) {
  file_ = {};
  file_.file = kind_.Collection(name.space).substr(1) + "/" + name.name;
  about_ = kind_.kind + " " + name.Key();
  for (const kubernetes::FieldError& cause : outcome.refused) {
    const bool is_message = cause.kind == kubernetes::ErrorKind::kMessage;
    const std::string_view rule = is_message ? rules::kRefused.id : rules::RuleOfCause(cause.kind);
    Add(rule, Severity::kError, findings::Placed(cause), "");
  }
  for (const kubernetes::FieldError& cause : outcome.tolerated) {
    Add(rules::RuleOfCause(cause.kind), Severity::kWarning, findings::Placed(cause),
        " (tolerated until the value changes)");
  }
  for (const std::string& path : outcome.lost) {
    const std::string text = "unknown field \"" + path + "\", which the next write removes";
    Add(rules::kUnknownObjectField.id, losing_, {path, text, text}, "");
  }
  return reporter_->File(file_);
}

}  // namespace

std::unique_ptr<StoredReport> NewStoredFindingsReport(std::string_view form, bool losing_fails) {
  return std::make_unique<StoredFindingsReport>(form, losing_fails);
}

}  // namespace structural::cli
