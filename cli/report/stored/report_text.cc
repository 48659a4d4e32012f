#include <utility>

#include "cli/report/stored/report.h"
#include "schema/base/quote.h"

namespace structural::cli {
namespace {

constexpr const char* kTolerated = " values that the server tolerates until they change";

std::string Fields(const std::vector<std::string>& paths) {
  std::string text;
  for (const std::string& path : paths) {
    text.append(text.empty() ? " " : ", ").append(ShownText(path));
  }
  return text;
}

// Appends "  2 of 40 objects WHAT:" and a line for each pattern; nothing without patterns.
void AppendCounts(const PatternCounts& counts, std::size_t objects, std::string_view what, std::string& to) {
  if (counts.objects() == 0) return;
  to.append("  ").append(std::to_string(counts.objects())).append(" of ");
  to.append(CountOf(objects, "object")).append(" ").append(what).append(":\n");
  for (const auto& [pattern, entry] : counts.entries()) {
    to.append("    ").append(base::EscapeUnprintable(pattern)).append(": ");
    to.append(CountOf(entry.objects, "object")).append(", first ");
    to.append(base::EscapeUnprintable(entry.first)).append("\n");
  }
  if (counts.further() > 0) to.append("    others, in total: ").append(std::to_string(counts.further())).append("\n");
}

class StoredTextReport : public StoredReport {
 public:
  explicit StoredTextReport(bool summary_only) : summary_only_(summary_only) {}

  std::string Kind(const StoredKind& kind) override {
    heading_ = ShownText(kind.crd) + ", read as " + ShownText(kind.version) + "\n";
    return {};
  }

  std::string Object(const StoredName& name, const StoredOutcome& outcome) override {
    if (summary_only_) return {};
    const std::string begin = "  " + ShownName(name) + ": ";
    std::string text;
    for (const std::string& cause : kubernetes::TextsOf(outcome.refused))
      text += begin + "refused: " + base::EscapeUnprintable(cause) + "\n";
    for (const std::string& cause : kubernetes::TextsOf(outcome.tolerated))
      text += begin + "tolerated: " + base::EscapeUnprintable(cause) + "\n";
    if (!outcome.lost.empty()) text += begin + "loses" + Fields(outcome.lost) + "\n";
    if (!outcome.added.empty()) text += begin + "gets" + Fields(outcome.added) + "\n";
    return text.empty() ? text : std::exchange(heading_, {}) + text;
  }

  std::string EndKind(const KindEnd& end) override {
    const KindCounts& of = end.counts;
    std::string text = NotesOf(end);
    const std::size_t before = text.size();
    AppendCounts(of.refused, of.objects, "would be refused", text);
    AppendCounts(of.tolerated, of.objects, std::string("have").append(kTolerated), text);
    AppendCounts(of.lost, of.objects, "would lose fields", text);
    AppendCounts(of.added, of.objects, "would get defaults", text);
    if (text.empty() && of.objects == 0) {
      ++empty_;
      return text;
    }
    if (text.size() == before) text += "  " + CountOf(of.objects, "object") + ", no change\n";
    return std::exchange(heading_, {}) + text + '\n';
  }

  std::string Sentence(const StoredSummary& of) const override {
    const auto part = [](std::size_t count, const char* what) { return ", " + std::to_string(count) + what; };
    return CountOf(of.kinds, "kind") + ", " + CountOf(of.objects, "object") + ": " + std::to_string(of.refused) +
           " would be refused" + part(of.tolerated, " tolerated until they change") +
           part(of.losing, " would lose fields") + part(of.defaulted, " would get defaults") +
           (empty_ == 0 ? "" : "; " + CountOf(empty_, "kind") + " without objects") + UnreadKinds(of);
  }

 private:
  const bool summary_only_;
  std::string heading_;    // heading of the kind until the kind's first line is printed
  std::size_t empty_ = 0;  // number of kinds without a line
};

}  // namespace

std::string ShownText(std::string_view text) {
  return base::EscapeUnprintable(text) == text ? std::string(text) : base::Quote(text);
}

std::string ShownName(const StoredName& name) {
  return (name.space.empty() ? "" : ShownText(name.space) + "/") + ShownText(name.name);
}

std::string NotesOf(const KindEnd& end) {
  std::string text;
  for (const std::string& note : end.notes) text += "  note: " + base::EscapeUnprintable(note) + "\n";
  if (!end.failure.empty()) text += "  incomplete: " + base::EscapeUnprintable(end.failure) + "\n";
  return text;
}

std::string CountOf(std::size_t n, std::string_view one) {
  return std::to_string(n).append(" ").append(one).append(n == 1 ? "" : "s");
}

std::string UnreadKinds(const StoredSummary& summary) {
  if (summary.unread == 0) return {};
  return "; " + CountOf(summary.unread, "kind") + " not read completely";
}

std::unique_ptr<StoredReport> NewStoredTextReport(bool summary_only) {
  return std::make_unique<StoredTextReport>(summary_only);
}

}  // namespace structural::cli
