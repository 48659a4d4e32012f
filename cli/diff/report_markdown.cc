// For pull requests and release notes: a table for each CRD.
#include "cli/diff/diff.h"
#include "schema/base/quote.h"

namespace structural::cli {
namespace {

// A cell of a table: no bar, line or tag of the text counts.
std::string Cell(std::string_view text) {
  std::string cell;
  for (const char c : base::EscapeUnprintable(text)) {
    if (c == '|' || c == '\\' || c == '`' || c == '*' || c == '_' || c == '[') cell += '\\';
    if (c == '<') {
      cell += "&lt;";
    } else if (c == '&') {
      cell += "&amp;";
    } else {
      cell += c;
    }
  }
  return cell;
}

std::string Row(std::string_view claim, std::string_view version, std::string_view subject,
                std::string_view text) {
  return "| " + Cell(claim) + " | " + Cell(version) + " | " + Cell(subject) + " | " + Cell(text) + " |";
}

class MarkdownDiffReporter : public DiffReporter {
 public:
  explicit MarkdownDiffReporter(bool texts) : texts_(texts) {}

  std::string Add(const CrdDiff& diff) override {
    if (!diff.changed()) return {};
    std::string text = "### " + Cell(diff.name) + "\n\n";
    if (diff.state == CrdDiff::State::kAdded) return text + "Added.\n\n";
    if (diff.state == CrdDiff::State::kRemoved) return text + "Removed.\n\n";
    if (!diff.error.empty()) return text + Cell(diff.error) + "\n\n";
    text += "| change | version | field | what |";
    text += diff.stored ? " stored objects |\n|---|---|---|---|---|\n" : "\n|---|---|---|---|\n";
    for (const DiffEntry& entry : diff.entries) {
      const compare::Change& change = entry.change;
      if (!texts_ && change.aspect == compare::Aspect::kTexts) continue;
      text += Row(ClaimOf(change), change.version, SubjectOf(change), TextOf(change));
      if (diff.stored) text += " " + Cell(MetText(entry.met)) + " |";
      text += "\n";
    }
    for (const findings::Finding& finding : diff.refusals)
      text += Row(findings::Name(finding.severity), "", finding.path, finding.message) + (diff.stored ? "  |\n" : "\n");
    if (diff.stored) AddStored(*diff.stored, text);
    for (const DiffEntry& entry : diff.entries) AddWitness(entry.change, text);
    return text + "\n";
  }

  std::string End(const DiffTotals& totals) override { return SentenceOf(totals) + ".\n"; }

 private:
  static void AddStored(const StoredPart& stored, std::string& text) {
    text += "\nRead as " + Cell(stored.version) + ": " + SentenceOf(stored) + ".\n";
    std::vector<std::string> lines = OthersOf(stored);
    lines.insert(lines.end(), stored.notes.begin(), stored.notes.end());
    if (!stored.failure.empty()) lines.push_back("incomplete: " + stored.failure);
    for (const std::string& line : lines) text += "\n- " + Cell(line);
    if (!lines.empty()) text += "\n";
  }

  // A fence longer than any in the object.
  static void AddWitness(const compare::Change& change, std::string& text) {
    if (!change.witness) return;
    const std::string yaml = WitnessText(*change.witness, "");
    std::string fence = "```";
    while (yaml.find(fence) != yaml.npos) fence += '`';
    text += "\n" + Cell(SubjectOf(change)) + ": accepted before, " + Cell(OutcomeOf(change)) +
            " now:\n\n" + fence + "yaml\n" + yaml + fence + "\n";
  }

  const bool texts_;
};

}  // namespace

std::unique_ptr<DiffReporter> NewMarkdownDiffReporter(const DiffOptions& options) {
  return std::make_unique<MarkdownDiffReporter>(options.texts);
}

}  // namespace structural::cli
