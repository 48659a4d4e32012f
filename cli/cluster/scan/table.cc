#include "cli/cluster/scan/table.h"

#include <algorithm>
#include <numeric>

#include "cli/shared/wrap.h"

namespace structural::scan {
namespace {

std::vector<Column> ColumnsFor(const TableOptions& options) {
  std::vector<Column> columns;
  if (options.contexts) columns.push_back(Column::kContext);
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

// Counts code points, which is close enough: names are ASCII, contexts usually, too.
std::size_t Width(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::count_if(text, [](char c) { return (c & 0xC0) != 0x80; }));
}

// Prints the table on standard output. The summary is printed elsewhere, so that the table can be
// piped.
class TableReporter : public Reporter {
 public:
  explicit TableReporter(const TableOptions& options) : headers_(options.headers), table_(options) {}

  std::string Add(const CheckedCrd& judged) override {
    table_.Add(judged.row);
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
    const bool roomy = options.growing && column == Column::kState;
    const std::size_t least = roomy ? Name(State::kStructuralError).size() : 0;
    widths_.push_back(std::max(least, options.headers ? Header(column).size() : 0));
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

}  // namespace structural::scan
