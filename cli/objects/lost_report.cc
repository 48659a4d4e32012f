#include "cli/objects/lost_report.h"

#include <utility>

#include "schema/base/quote.h"
#include "schema/json/write.h"

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
    std::string text = "  ";
    if (!name.space.empty()) text.append(ShownText(name.space)).append("/");
    text += ShownText(name.name);
    char separator = ':';
    for (const std::string& field : outcome.lost) {
      text.append(1, std::exchange(separator, ',')).append(" ").append(ShownText(field));
    }
    return text += '\n';
  }

  std::string EndKind(const KindEnd& end) override {
    const PatternCounts& lost = end.counts.lost;
    std::string text;
    for (const std::string& note : end.notes)
      text += "  note: " + base::EscapeUnprintable(note) + "\n";
    if (!end.failure.empty())
      text += "  incomplete: " + base::EscapeUnprintable(end.failure) + "\n";
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

class LostJsonReport : public StoredReport {
 public:
  explicit LostJsonReport(bool summary_only) : summary_only_(summary_only) {}

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
    if (summary_only_ || outcome.lost.empty()) return {};
    std::string text = std::exchange(object_separator_, ",\n");
    json::Writer to(text);
    to.BeginObject();
    if (!name.space.empty()) to.Add("namespace", name.space);
    to.Add("name", name.name).Add("fields", outcome.lost).EndObject();
    return text;
  }

  std::string EndKind(const KindEnd& end) override {
    const PatternCounts& lost = end.counts.lost;
    std::string text = summary_only_ ? "," : "],";
    json::Writer to(text);
    to.Add("read", end.counts.objects).Add("losing", lost.objects()).Key("fields").BeginList();
    for (const auto& [path, field] : lost.entries()) {
      to.BeginObject().Add("path", path).Add("objects", field.objects).Add("first", field.first);
      to.EndObject();
    }
    to.EndList();
    if (lost.further() > 0) to.Add("inFurtherFields", lost.further());
    if (!end.notes.empty()) to.Add("notes", end.notes);
    if (!end.failure.empty()) to.Add("error", end.failure);
    to.EndObject();
    return text;
  }

  std::string End(const StoredSummary& summary) override {
    std::string text = "\n],\n\"summary\": ";
    json::Writer to(text);
    to.BeginObject().Add("kinds", summary.kinds).Add("unread", summary.unread);
    to.Add("objects", summary.objects).Add("losing", summary.losing).EndObject();
    return text + "}\n";
  }

  std::string Sentence(const StoredSummary&) const override { return {}; }

 private:
  const bool summary_only_;
  std::string kind_separator_ = "\n";
  std::string object_separator_ = "\n";
};

}  // namespace

std::unique_ptr<StoredReport> NewLostTextReport(bool summary_only) {
  return std::make_unique<LostTextReport>(summary_only);
}

std::unique_ptr<StoredReport> NewLostJsonReport(bool summary_only) {
  return std::make_unique<LostJsonReport>(summary_only);
}

}  // namespace structural::cli
