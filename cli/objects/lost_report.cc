#include "cli/objects/lost_report.h"

#include <utility>

#include "cli/stored/json_frame.h"
#include "schema/base/quote.h"

namespace structural::cli {
namespace {

class LostTextReport : public StoredReport {
 public:
  explicit LostTextReport(bool summary_only) : summary_only_(summary_only) {}

  std::string Kind(const StoredKind& kind) override {
    return ShownText(kind.crd) + ", stored as " + ShownText(kind.version) + "\n";
  }

  std::string Object(const StoredName& name, const StoredOutcome& outcome) override {
    if (summary_only_ || outcome.lost.empty()) return {};
    std::string text = "  " + ShownName(name);
    char separator = ':';
    for (const std::string& field : outcome.lost) {
      text.append(1, std::exchange(separator, ',')).append(" ").append(ShownText(field));
    }
    return text += '\n';
  }

  std::string EndKind(const KindEnd& end) override {
    const PatternCounts& lost = end.counts.lost;
    std::string text = NotesOf(end);
    text += "  " + std::to_string(lost.objects()) + " of " + CountOf(end.counts.objects, "object") +
            " would lose something" + (lost.objects() == 0 ? "\n" : ":\n");
    for (const auto& [path, field] : lost.entries()) {
      text += "    " + ShownText(path) + ": " + CountOf(field.objects, "object") + ", first " +
              base::EscapeUnprintable(field.first) + "\n";
    }
    if (lost.further() > 0) {
      text += "    other fields, in total: " + std::to_string(lost.further()) + "\n";
    }
    return text += '\n';
  }

  std::string Sentence(const StoredSummary& of) const override {
    return CountOf(of.kinds, "kind") + ", " + CountOf(of.objects, "object") + ": " +
           std::to_string(of.losing) + " would lose something" + UnreadKinds(of);
  }

 private:
  const bool summary_only_;
};

class LostJsonReport : public JsonFrame {
 public:
  using JsonFrame::JsonFrame;

 private:
  bool IsListed(const StoredOutcome& outcome) const override { return !outcome.lost.empty(); }

  void AddOutcome(const StoredOutcome& outcome, json::Writer& to) const override {
    to.Add("fields", outcome.lost);
  }

  void AddCounts(const KindCounts& counts, json::Writer& to) const override {
    to.Add("losing", counts.lost.objects()).Key("fields").BeginList();
    for (const auto& [path, field] : counts.lost.entries()) {
      to.BeginObject().Add("path", path).Add("objects", field.objects).Add("first", field.first);
      to.EndObject();
    }
    to.EndList();
    if (counts.lost.further() > 0) to.Add("inFurtherFields", counts.lost.further());
  }

  void AddTotals(const StoredSummary& summary, json::Writer& to) const override {
    to.Add("losing", summary.losing);
  }
};

}  // namespace

std::unique_ptr<StoredReport> NewLostTextReport(bool summary_only) {
  return std::make_unique<LostTextReport>(summary_only);
}

std::unique_ptr<StoredReport> NewLostJsonReport(bool summary_only) {
  return std::make_unique<LostJsonReport>(summary_only);
}

}  // namespace structural::cli
