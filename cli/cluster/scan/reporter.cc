#include "cli/cluster/scan/reporter.h"

#include <utility>

#include "cli/cluster/scan/table.h"
#include "schema/base/quote.h"
#include "schema/base/text.h"
#include "schema/json/write.h"

namespace structural::scan {
namespace {

// Writes one JSON object. Each CRD is printed as soon as it was read.
class JsonReporter : public Reporter {
 public:
  std::string Begin() override { return "{\"crds\": ["; }

  std::string Add(const CheckedCrd& checked) override {
    return std::exchange(separator_, ",\n") + RowJson(checked.row);
  }

  std::string End(const Totals& totals, const std::vector<ClusterOutcome>& clusters) override {
    return "\n],\n\"clusters\": " + ClustersJson(clusters) + ",\n\"summary\": " + TotalsJson(totals) + "}\n";
  }

 private:
  std::string separator_ = "\n";
};

void AppendTextOrNull(std::string_view key, const std::string& text, json::Writer& to) {
  text.empty() ? to.Add(key, nullptr) : to.Add(key, text);
}

void AppendCondition(std::string_view key, const ConditionText& condition, json::Writer& to) {
  if (condition.status.empty()) {
    to.Add(key, nullptr);
    return;
  }
  to.Key(key).BeginObject().Add("status", condition.status).Add("reason", condition.reason);
  to.Add("message", condition.message).EndObject();
}

void AppendViolations(std::string_view key, const std::vector<Violation>& violations, json::Writer& to) {
  to.Key(key).BeginList();
  for (const Violation& violation : violations) {
    to.BeginObject().Add("rule", violation.rule).Add("path", violation.path);
    to.Add("message", violation.message).EndObject();
  }
  to.EndList();
}

}  // namespace

std::unique_ptr<Reporter> NewJsonReporter() { return std::make_unique<JsonReporter>(); }

std::string RowJson(const Row& row) {
  json::Writer to;
  to.BeginObject();
  AppendTextOrNull("context", row.context, to);
  to.Add("name", row.name).Add("versions", row.versions).Add("state", Name(row.state));
  AppendViolations("violations", row.violations, to);
  to.Key("condition").BeginObject().Add("state", Name(row.agreement));
  AppendTextOrNull("since", row.found.since, to);
  AppendCondition("found", row.found, to);
  AppendCondition("wanted", row.wanted, to);
  to.EndObject().Key("pruning").BeginObject().Add("enabled", row.prunes);
  to.Add("mayLoseFields", row.pruning_drops_fields).EndObject();
  if (row.recreation != Recreation::kUnknown) {
    to.Key("recreate").BeginObject().Add("kubernetesVersion", row.server.Name());
    to.Add("allowed", row.recreation == Recreation::kAllowed);
    AppendViolations("errors", row.refusals, to);
    to.EndObject();
  }
  if (!row.error.empty()) to.Add("error", row.error);
  return to.EndObject().Take();
}

std::string TotalsJson(const Totals& totals) {
  json::Writer to;
  to.BeginObject().Add("crds", totals.crds).Add("structural", totals.structural);
  to.Add("nonStructural", totals.non_structural).Add("structuralError", totals.structural_error);
  to.Add("unreadable", totals.unreadable).Add("violations", totals.violations);
  to.Add("conditionNotRight", totals.wrong_conditions).Add("mayLoseFields", totals.losing_fields);
  to.Add("recreateRefused", totals.refused_again);
  return to.EndObject().Take();
}

std::string ClustersJson(const std::vector<ClusterOutcome>& clusters) {
  json::Writer to;
  to.BeginList();
  for (const ClusterOutcome& cluster : clusters) {
    to.BeginObject();
    AppendTextOrNull("context", cluster.context, to);
    to.Add("server", cluster.server);
    if (!cluster.error.empty()) to.Add("error", cluster.error);
    to.EndObject();
  }
  return to.EndList().Take();
}

namespace {

constexpr Column kColumns[] = {Column::kContext,    Column::kName, Column::kVersions,  Column::kState,
                               Column::kViolations, Column::kTime, Column::kCondition, Column::kPruning,
                               Column::kRecreation, Column::kRules};

// Returns the text for a cell of a spreadsheet. An apostrophe is put before a text that looks like a formula, because a
// spreadsheet would compute the formula.
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

// Writes CSV for spreadsheets, with one line for each CRD.
class CsvReporter : public Reporter {
 public:
  explicit CsvReporter(bool headers) : headers_(headers) {}

  std::string Begin() override {
    std::string line;
    for (const Column column : kColumns) base::AppendItem(line, ",", base::ToLowerAscii(Header(column)));
    return headers_ ? line + "\r\n" : "";
  }

  std::string Add(const CheckedCrd& checked) override {
    std::string line;
    for (const Column column : kColumns) {
      const std::string cell = Cell(column, checked.row, {});
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

namespace {

std::string ErrorLine(const std::string& context, const std::string& what) {
  return (context.empty() ? "" : "context " + base::EscapeUnprintable(context) + ": ") + what;
}

// Writes the events of a watch as lines of text, for an output that is not a terminal.
class WatchLines : public WatchOutput {
 public:
  WatchLines(const TableOptions& options, Print print, Print print_error)
      : options_(options), table_(options), print_(std::move(print)), print_error_(std::move(print_error)) {}

  void OnState(const std::vector<Row>& rows) override {
    options_.now = std::chrono::system_clock::now();
    table_ = Table(options_);
    for (const Row& row : rows) table_.Add(row);
    print_((options_.with_headers ? table_.HeaderLine() : "") + table_.Lines());
    options_.with_headers = false;  // the headers are printed only once, before the first cluster
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
