#include "cli/report/findings/chart.h"

#include <algorithm>

#include "cli/report/rules/rules.h"
#include "cli/shared/input_reader.h"

namespace structural::findings {

void Charts::Condense(FileReport& report) {
  const auto unreadable = [](const Finding& finding) { return finding.rule == rules::kUnreadable.id; };
  const auto first = std::ranges::find_if(report.findings, unreadable);
  if (first == report.findings.end() || report.bytes == 0) return;  // 0: the file is not text
  const std::string chart = report.chart.empty() ? cli::ChartOf(report.file) : report.chart;
  if (chart.empty()) return;
  Finding finding = *first;
  std::erase_if(report.findings, unreadable);
  if (!reported_.insert(chart).second) return;
  finding.message = "a template of chart " + chart + "; render the chart first: helm template " + chart +
                    " | structural lint -. Its other templates are not listed";
  report.findings.insert(report.findings.begin(), std::move(finding));
}

}  // namespace structural::findings
