// Writes a watch as lines, for pipes.
#include "cli/cluster/scan/reporter.h"
#include "cli/cluster/scan/table.h"
#include "schema/base/quote.h"

namespace structural::scan {
namespace {

std::string ErrorLine(const std::string& context, const std::string& what) {
  return (context.empty() ? "" : "context " + base::EscapeUnprintable(context) + ": ") + what;
}

class WatchLines : public WatchOutput {
 public:
  WatchLines(const TableOptions& options, Print print, Print print_error)
      : options_(options), table_(options), print_(std::move(print)), print_error_(std::move(print_error)) {}

  void OnState(const std::vector<Row>& rows) override {
    options_.now = std::chrono::system_clock::now();
    table_ = Table(options_);
    for (const Row& row : rows) table_.Add(row);
    print_((options_.headers ? table_.HeaderLine() : "") + table_.Lines());
    options_.headers = false;  // the headers are printed only once, before the first cluster
  }

  void OnChange(ChangeKind, const Row& row) override {
    table_.SetNow(std::chrono::system_clock::now());
    print_(table_.Line(row));
  }

  void OnFailure(const std::string& context, const std::string& what) override {
    if (!what.empty()) print_error_(ErrorLine(context, what));
  }

 private:
  TableOptions options_;
  Table table_;
  const Print print_;
  const Print print_error_;
};

class WatchJson : public WatchOutput {
 public:
  WatchJson(Print print, Print print_error) : print_(std::move(print)), print_error_(std::move(print_error)) {}

  void OnState(const std::vector<Row>& rows) override {
    for (const Row& row : rows) OnChange(ChangeKind::kAdded, row);
  }

  void OnChange(ChangeKind kind, const Row& row) override {
    const char* type = kind == ChangeKind::kAdded ? "ADDED" : kind == ChangeKind::kChanged ? "MODIFIED" : "DELETED";
    print_(std::string("{\"type\":\"") + type + "\",\"crd\":" + RowJson(row) + "}\n");
  }

  void OnFailure(const std::string& context, const std::string& what) override {
    if (!what.empty()) print_error_(ErrorLine(context, what));
  }

 private:
  const Print print_;
  const Print print_error_;
};

}  // namespace

std::unique_ptr<WatchOutput> NewWatchLines(const TableOptions& options, Print print, Print print_error) {
  return std::make_unique<WatchLines>(options, std::move(print), std::move(print_error));
}

std::unique_ptr<WatchOutput> NewWatchJson(Print print, Print print_error) {
  return std::make_unique<WatchJson>(std::move(print), std::move(print_error));
}

}  // namespace structural::scan
