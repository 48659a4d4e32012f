#include "cli/objects/lost_report.h"
#include "schema/base/quote.h"
#include "schema/base/shown_text.h"

namespace structural::cli {
namespace {

// Keys may hold anything; a terminal must not obey them.
std::string Shown(std::string_view text) {
  return base::EscapeUnprintable(text) == text ? std::string(text) : base::Quote(text);
}

std::string Count(std::size_t n, std::string_view one) {
  return std::to_string(n).append(" ").append(one).append(n == 1 ? "" : "s");
}

class TextReport : public LostReport {
 public:
  explicit TextReport(bool summary_only) : summary_only_(summary_only) {}

  std::string Kind(const StoredKind& kind) override {
    return Shown(kind.crd) + ", stored as " + Shown(kind.version) + "\n";
  }

  std::string Object(std::string_view namespace_, std::string_view name,
                     const std::vector<std::string>& fields) override {
    if (summary_only_) return {};
    std::string text = "  ";
    if (!namespace_.empty()) text.append(Shown(namespace_)).append("/");
    text += Shown(name);
    char separator = ':';
    for (const std::string& field : fields) {
      text.append(1, std::exchange(separator, ',')).append(" ").append(Shown(field));
    }
    return text += '\n';
  }

  std::string EndKind(const LostFields& lost, const std::vector<std::string>& notes,
                      const std::string& failure) override {
    std::string text;
    for (const std::string& note : notes) text += "  note: " + base::EscapeUnprintable(note) + "\n";
    if (!failure.empty()) text += "  incomplete: " + base::EscapeUnprintable(failure) + "\n";
    text += "  " + std::to_string(lost.losing()) + " of " + Count(lost.objects(), "object") +
            " would lose something" + (lost.losing() == 0 ? "\n" : ":\n");
    for (const auto& [path, field] : lost.fields()) {
      text += "    " + Shown(path) + ": " + Count(field.objects, "object") + ", first " +
              base::EscapeUnprintable(field.first) + "\n";
    }
    if (lost.in_further_fields() > 0) {
      text += "    other fields, in total: " + std::to_string(lost.in_further_fields()) + "\n";
    }
    return text += '\n';
  }

 private:
  const bool summary_only_;
};

}  // namespace

std::string Sentence(const LostSummary& summary) {
  std::string text = Count(summary.kinds, "kind") + ", " + Count(summary.objects, "object") + ": " +
                     std::to_string(summary.losing) + " would lose something";
  if (summary.unread > 0) text += "; " + Count(summary.unread, "kind") + " not read completely";
  return text;
}

std::unique_ptr<LostReport> NewLostTextReport(bool summary_only) {
  return std::make_unique<TextReport>(summary_only);
}

}  // namespace structural::cli
