#include <utility>

#include "cli/stored/report.h"
#include "schema/json/write.h"

namespace structural::cli {
namespace {

void AddEntries(std::string_view key, std::string_view named, const PatternCounts& counts,
                json::Writer& to) {
  to.Key(key).BeginObject().Add("objects", counts.objects()).Key("entries").BeginList();
  for (const auto& [pattern, entry] : counts.entries()) {
    to.BeginObject().Add(named, pattern).Add("objects", entry.objects).Add("first", entry.first);
    to.EndObject();
  }
  to.EndList();
  if (counts.further() > 0) to.Add("further", counts.further());
  to.EndObject();
}

void AddTexts(std::string_view key, const std::vector<std::string>& causes, json::Writer& to) {
  if (!causes.empty()) to.Add(key, causes);
}

class StoredJsonReport : public StoredReport {
 public:
  explicit StoredJsonReport(bool summary_only) : summary_only_(summary_only) {}

  std::string Begin() override { return "{\"kinds\": ["; }

  std::string Kind(const StoredKind& kind) override {
    object_separator_ = "\n";
    std::string text = std::exchange(kind_separator_, ",\n");
    json::Writer to(text);
    to.BeginObject().Add("crd", kind.crd).Add("kind", kind.kind).Add("version", kind.version);
    if (!summary_only_) to.Key("objects").BeginList();
    return text;
  }

  std::string Object(const StoredName& name, const StoredOutcome& outcome) override {
    if (summary_only_) return {};
    const std::size_t said = outcome.refused.size() + outcome.tolerated.size() +
                             outcome.lost.size() + outcome.added.size();
    if (said == 0) return {};
    std::string text = std::exchange(object_separator_, ",\n");
    json::Writer to(text);
    to.BeginObject();
    if (!name.space.empty()) to.Add("namespace", name.space);
    to.Add("name", name.name);
    AddTexts("refused", outcome.refused, to);
    AddTexts("tolerated", outcome.tolerated, to);
    AddTexts("lost", outcome.lost, to);
    AddTexts("defaults", outcome.added, to);
    to.EndObject();
    return text;
  }

  std::string EndKind(const KindEnd& end) override {
    std::string text = summary_only_ ? "," : "],";
    json::Writer to(text);
    to.Add("read", end.counts.objects);
    AddEntries("refused", "cause", end.counts.refused, to);
    AddEntries("tolerated", "cause", end.counts.tolerated, to);
    AddEntries("lost", "path", end.counts.lost, to);
    AddEntries("defaults", "path", end.counts.added, to);
    if (!end.notes.empty()) to.Add("notes", end.notes);
    if (!end.failure.empty()) to.Add("error", end.failure);
    to.EndObject();
    return text;
  }

  std::string End(const StoredSummary& summary) override {
    std::string text = "\n],\n\"summary\": ";
    json::Writer to(text);
    to.BeginObject().Add("kinds", summary.kinds).Add("unread", summary.unread);
    to.Add("objects", summary.objects).Add("refused", summary.refused);
    to.Add("tolerated", summary.tolerated).Add("losing", summary.losing);
    to.Add("defaulted", summary.defaulted).EndObject();
    return text + "}\n";
  }

  std::string Sentence(const StoredSummary&) const override { return {}; }

 private:
  const bool summary_only_;
  std::string kind_separator_ = "\n";
  std::string object_separator_ = "\n";
};

}  // namespace

std::unique_ptr<StoredReport> NewStoredJsonReport(bool summary_only) {
  return std::make_unique<StoredJsonReport>(summary_only);
}

}  // namespace structural::cli
