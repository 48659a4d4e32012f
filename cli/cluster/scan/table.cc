#include "cli/cluster/scan/table.h"

#include <algorithm>
#include <numeric>

#include "cli/shared/wrap.h"
#include "kube/micro_time.h"
#include "schema/base/quote.h"
#include "schema/base/text.h"
#include "schema/base/utf8.h"

namespace structural::scan {
namespace {

std::vector<Column> ColumnsFor(const TableOptions& options) {
  std::vector<Column> columns;
  if (options.with_contexts) columns.push_back(Column::kContext);
  columns.insert(columns.end(), {Column::kName, Column::kVersions, Column::kState, Column::kViolations,
                                 options.wide ? Column::kTime : Column::kSince, Column::kCondition, Column::kPruning,
                                 Column::kRecreation});
  if (options.wide) columns.push_back(Column::kRules);
  return columns;
}

std::string_view ColorOf(State state) {
  switch (state) {
    case State::kStructural: return cli::style::kGreen;
    case State::kNonStructural: return cli::style::kYellow;
    case State::kStructuralError:
    case State::kUnreadable: return cli::style::kRed;
    case State::kDeleted: return cli::style::kDim;
  }
  return {};
}

constexpr std::size_t kGap = 3;
constexpr std::size_t kShortName = 20;

// Returns the number of code points, which approximates the number of columns on a terminal. Names are ASCII, and so
// are most contexts.
std::size_t Width(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::count_if(text, [](char c) { return (c & 0xC0) != 0x80; }));
}

// Writes the table without the summary, which ScanRun prints on standard error.
class TableReporter : public Reporter {
 public:
  explicit TableReporter(const TableOptions& options) : headers_(options.with_headers), table_(options) {}

  std::string Add(const CheckedCrd& checked) override {
    table_.Add(checked.row);
    return {};
  }

  std::string End(const Totals&, const std::vector<ClusterOutcome>&) override {
    if (table_.size() == 0) return {};
    return (headers_ ? table_.HeaderLine() : "") + table_.Lines();
  }

 private:
  const bool headers_;
  Table table_;
};

}  // namespace

Table::Table(const TableOptions& options) : options_(options), columns_(ColumnsFor(options)) {
  for (const Column column : columns_) {
    const bool roomy = options.allows_later_rows && column == Column::kState;
    const std::size_t min = roomy ? Name(State::kStructuralError).size() : 0;
    widths_.push_back(std::max(min, options.with_headers ? Header(column).size() : 0));
  }
}

Table::Cells Table::CellsOf(const Row& row) const {
  Cells cells;
  for (const Column column : columns_) cells.push_back(Cell(column, row, options_.now));
  return cells;
}

void Table::Add(const Row& row) {
  rows_.emplace_back(CellsOf(row), row.state);
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    widths_[i] = std::max(widths_[i], Width(rows_.back().first[i]));
  }
}

void Table::Fit(std::size_t columns) {
  const auto name = static_cast<std::size_t>(std::ranges::find(columns_, Column::kName) - columns_.begin());
  const std::size_t width =
      std::accumulate(widths_.begin(), widths_.end(), std::size_t{0}) + kGap * (widths_.size() - 1);
  if (width <= columns || widths_[name] <= kShortName) return;
  const std::size_t over = std::min(width - columns, widths_[name] - kShortName);
  widths_[name] -= over;
  for (auto& [cells, state] : rows_) {
    if (cells[name].size() > widths_[name]) cells[name] = cells[name].substr(0, widths_[name] - 1) + "…";
  }
}

std::string Table::Line(const Cells& cells, std::string_view color) const {
  std::string line;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    line += cli::Styled(color, cells[i], options_.colors && columns_[i] == Column::kState);
    if (i + 1 == cells.size()) break;
    const std::size_t width = Width(cells[i]);
    line.append(widths_[i] > width ? widths_[i] - width + kGap : kGap, ' ');
  }
  return line + "\n";
}

std::string Table::HeaderLine() const {
  Cells cells;
  for (const Column column : columns_) cells.emplace_back(Header(column));
  return Line(cells, {});
}

std::string Table::Lines() const {
  std::string text;
  for (const auto& [cells, state] : rows_) text += Line(cells, ColorOf(state));
  return text;
}

std::string Table::Line(const Row& row) const { return Line(CellsOf(row), ColorOf(row.state)); }

std::unique_ptr<Reporter> NewTableReporter(const TableOptions& options) {
  return std::make_unique<TableReporter>(options);
}

namespace {

using std::chrono::days;
using std::chrono::hours;
using std::chrono::minutes;
using std::chrono::seconds;

// Replaces control characters by question marks. The name of a context can contain any character, and a terminal would
// execute control characters. Returns "-" for an empty text.
std::string Plain(std::string_view text) {
  std::string plain;
  while (!text.empty()) {
    const base::Rune rune = base::DecodeRune(text);
    text.remove_prefix(static_cast<std::size_t>(rune.size));
    base::AppendRune(base::IsPrint(rune.value) ? rune.value : U'?', plain);
  }
  return plain.empty() ? "-" : plain;
}

// Returns the broken rules with the numbers of their violations: "type-required*3,nested-type".
std::string Rules(const Row& row) {
  std::string text;
  for (const std::string_view rule : RulesOf(row)) {
    std::size_t count = 0;
    for (const Violation& violation : row.violations) count += violation.rule == rule;
    for (const Violation& refusal : row.refusals) count += refusal.rule == rule;
    base::AppendItem(text, ",", rule);
    if (count > 1) text += "*" + std::to_string(count);
  }
  return text;
}

std::string Condition(const Row& row) {
  if (row.state == State::kUnreadable) return "";
  const bool none = row.wanted.status.empty() && row.found.status.empty();
  return none ? "" : std::string(Name(row.agreement));
}

std::string Pruning(const Row& row) {
  if (row.state == State::kUnreadable) return "";
  return row.prunes ? "on" : row.pruning_drops_fields ? "off!" : "off";
}

constexpr days kYear{365};

// Returns the duration in two units, such as "2m10s"; omits the smaller unit if its number is 0.
template <typename Large, typename Small>
std::string Both(seconds duration, Large large, const char* unit, Small, const char* small_unit) {
  const auto count = duration / large;
  const auto rest = std::chrono::floor<Small>(duration - count * large).count();
  return std::to_string(count) + unit + (rest == 0 ? "" : std::to_string(rest) + small_unit);
}

template <typename Unit>
std::string Whole(seconds duration, Unit unit, const char* name) {
  return std::to_string(duration / unit) + name;
}

}  // namespace

std::string_view Header(Column column) {
  switch (column) {
    case Column::kContext: return "CONTEXT";
    case Column::kName: return "NAME";
    case Column::kVersions: return "VERSIONS";
    case Column::kState: return "STATE";
    case Column::kViolations: return "VIOLATIONS";
    case Column::kSince:
    case Column::kTime: return "SINCE";
    case Column::kCondition: return "CONDITION";
    case Column::kPruning: return "PRUNING";
    case Column::kRecreation: return "RECREATE";
    case Column::kRules: return "RULES";
  }
  return {};
}

std::string Cell(Column column, const Row& row, std::chrono::system_clock::time_point now) {
  switch (column) {
    case Column::kContext: return Plain(row.context);
    case Column::kName: return Plain(row.name);
    case Column::kVersions: return Plain(base::Join(row.versions, ","));
    case Column::kState: return std::string(Name(row.state));
    case Column::kViolations: return std::to_string(row.violations.size());
    case Column::kSince: return Age(row.found.since, now);
    case Column::kTime: return Plain(row.found.since);
    case Column::kCondition: return Plain(Condition(row));
    case Column::kPruning: return Plain(Pruning(row));
    case Column::kRecreation: return Plain(Name(row.recreation));
    case Column::kRules: return Plain(row.error.empty() ? Rules(row) : row.error);
  }
  return {};
}

std::string HumanDuration(seconds duration) {
  if (duration < seconds(-1)) return "<invalid>";
  if (duration < seconds(0)) return "0s";
  if (duration < minutes(2)) return Whole(duration, seconds(1), "s");
  if (duration < minutes(10)) return Both(duration, minutes(1), "m", seconds(1), "s");
  if (duration < hours(3)) return Whole(duration, minutes(1), "m");
  if (duration < hours(8)) return Both(duration, hours(1), "h", minutes(1), "m");
  if (duration < hours(48)) return Whole(duration, hours(1), "h");
  if (duration < days(8)) return Both(duration, days(1), "d", hours(1), "h");
  if (duration < 2 * kYear) return Whole(duration, days(1), "d");
  if (duration < 8 * kYear) return Both(duration, kYear, "y", days(1), "d");
  return Whole(duration, kYear, "y");
}

std::string Age(std::string_view time, std::chrono::system_clock::time_point now) {
  const auto then = kube::ParseMicroTime(time);
  if (!then) return "-";
  return HumanDuration(std::chrono::floor<seconds>(now - *then));
}

}  // namespace structural::scan
