// Writes CSV for spreadsheets: one line per CRD.
#include "cli/cluster/scan/reporter.h"
#include "cli/cluster/scan/table.h"
#include "schema/base/text.h"

namespace structural::scan {
namespace {

constexpr Column kColumns[] = {Column::kContext,    Column::kName, Column::kVersions,  Column::kState,
                               Column::kViolations, Column::kTime, Column::kCondition, Column::kPruning,
                               Column::kRecreation, Column::kRules};

// Adds an apostrophe to text that looks like a formula, because a spreadsheet would compute it.
std::string AsText(const std::string& cell) {
  const bool formula = !cell.empty() && std::string_view("=+-@").find(cell[0]) != std::string::npos;
  return formula ? "'" + cell : cell;
}

std::string Quoted(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted.append(c == '"' ? 2 : 1, c);
  return quoted + "\"";
}

class CsvReporter : public Reporter {
 public:
  explicit CsvReporter(bool headers) : headers_(headers) {}

  std::string Begin() override {
    std::string line;
    for (const Column column : kColumns) base::AppendItem(line, ",", base::ToLowerAscii(Header(column)));
    return headers_ ? line + "\r\n" : "";
  }

  std::string Add(const CheckedCrd& judged) override {
    std::string line;
    for (const Column column : kColumns) {
      const std::string cell = Cell(column, judged.row, {});
      line += (column == kColumns[0] ? "" : ",") + (cell == "-" ? "" : Quoted(AsText(cell)));
    }
    return line + "\r\n";
  }

  std::string End(const Totals&, const std::vector<ClusterOutcome>&) override { return {}; }

 private:
  const bool headers_;
};

}  // namespace

std::unique_ptr<Reporter> NewCsvReporter(bool headers) { return std::make_unique<CsvReporter>(headers); }

}  // namespace structural::scan
