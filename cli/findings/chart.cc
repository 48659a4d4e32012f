#include "cli/findings/chart.h"

#include <algorithm>
#include <filesystem>

#include "cli/rules/rules.h"

namespace structural::findings {

namespace fs = std::filesystem;

std::string ChartOf(const std::string& file) {
  for (fs::path at = fs::path(file).parent_path(); at.has_filename(); at = at.parent_path()) {
    std::error_code error;
    if (at.filename() != "templates") continue;
    const fs::path chart = at.has_parent_path() ? at.parent_path() : fs::path(".");
    if (fs::is_regular_file(chart / "Chart.yaml", error)) return chart.string();
  }
  return {};
}

void Charts::Condense(FileReport& report) {
  const auto unreadable = [](const Finding& finding) {
    return finding.rule == lint_rules::kUnreadable.id;
  };
  const auto first = std::ranges::find_if(report.findings, unreadable);
  if (first == report.findings.end() || report.bytes == 0) return;  // the file itself is no text
  const std::string chart = ChartOf(report.file);
  if (chart.empty()) return;
  Finding finding = *first;
  std::erase_if(report.findings, unreadable);
  if (!told_.insert(chart).second) return;
  finding.message = "a template of chart " + chart + "; render the chart first: helm template " +
                    chart + " | structural lint -. Its other templates are not listed";
  report.findings.insert(report.findings.begin(), std::move(finding));
}

}  // namespace structural::findings
