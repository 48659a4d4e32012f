#include "cli/report/findings/reporter.h"

#include "cli/shared/command.h"

namespace structural::findings {

std::unique_ptr<Reporter> NewReporter(std::string_view form, const ReportedBy& by) {
  if (form == "sarif") return NewSarifReporter(cli::VersionNumber(), by);
  if (form == "rdjson") return NewRdjsonReporter();
  if (form == "github") return NewGithubReporter();
  if (form == "junit") return NewJunitReporter(by);
  if (form == "checkstyle") return NewCheckstyleReporter();
  return nullptr;
}

}  // namespace structural::findings
