// The table, on standard output; what it comes to is said elsewhere, so that it can be piped.
#include "cli/scan/table.h"

namespace structural::scan {
namespace {

class TableReporter : public Reporter {
 public:
  explicit TableReporter(const TableOptions& options)
      : headers_(options.headers), table_(options) {}

  std::string Add(const Judged& judged) override {
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

std::unique_ptr<Reporter> NewTableReporter(const TableOptions& options) {
  return std::make_unique<TableReporter>(options);
}

}  // namespace structural::scan
