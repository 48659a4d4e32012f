#include "cli/report/stored/json_frame.h"

namespace structural::cli {
namespace {

void AddEntries(std::string_view key, std::string_view named, const PatternCounts& counts, json::Writer& to) {
  to.Key(key).BeginObject().Add("objects", counts.objects()).Key("entries").BeginList();
  for (const auto& [pattern, entry] : counts.entries()) {
    to.BeginObject().Add(named, pattern).Add("objects", entry.objects).Add("first", entry.first);
    to.EndObject();
  }
  to.EndList();
  if (counts.further() > 0) to.Add("further", counts.further());
  to.EndObject();
}

void AddTexts(std::string_view key, const std::vector<std::string>& texts, json::Writer& to) {
  if (!texts.empty()) to.Add(key, texts);
}

class StoredJsonReport : public JsonFrame {
 public:
  using JsonFrame::JsonFrame;

 private:
  bool IsListed(const StoredOutcome& of) const override {
    return !(of.refused.empty() && of.tolerated.empty() && of.lost.empty() && of.added.empty());
  }

  void AddOutcome(const StoredOutcome& outcome, json::Writer& to) const override {
    AddTexts("refused", kubernetes::TextsOf(outcome.refused), to);
    AddTexts("tolerated", kubernetes::TextsOf(outcome.tolerated), to);
    AddTexts("lost", outcome.lost, to);
    AddTexts("defaults", outcome.added, to);
  }

  void AddCounts(const KindCounts& counts, json::Writer& to) const override {
    AddEntries("refused", "cause", counts.refused, to);
    AddEntries("tolerated", "cause", counts.tolerated, to);
    AddEntries("lost", "path", counts.lost, to);
    AddEntries("defaults", "path", counts.added, to);
  }

  void AddTotals(const StoredSummary& summary, json::Writer& to) const override {
    to.Add("refused", summary.refused).Add("tolerated", summary.tolerated);
    to.Add("losing", summary.losing).Add("defaulted", summary.defaulted);
  }
};

}  // namespace

std::unique_ptr<StoredReport> NewStoredJsonReport(bool summary_only) {
  return std::make_unique<StoredJsonReport>(summary_only);
}

}  // namespace structural::cli
