// For people: FILE:LINE:COLUMN as compilers write it, and below it the object that shows a change.
#include "cli/diff/diff.h"
#include "cli/shared/styles.h"
#include "cli/shared/wrap.h"
#include "schema/base/quote.h"

namespace structural::cli {
namespace {

constexpr std::size_t kAnswerBytes = 400;

class TextDiffReporter : public DiffReporter {
 public:
  TextDiffReporter(bool texts, bool colors) : texts_(texts), colors_(colors) {}

  std::string Add(const CrdDiff& diff) override {
    if (!diff.changed()) return {};
    std::string text = Styled(style::kBold, Printable(diff.name), colors_) + HeadOf(diff) + "\n";
    for (const compare::VersionResult& version : diff.versions) text += VersionLine(version);
    if (!diff.complete) text += "  the schemas are too large to prove that the rest is the same\n";
    std::size_t hidden = 0;
    for (const DiffEntry& entry : diff.entries) {
      const bool listed = texts_ || entry.change.aspect != compare::Aspect::kTexts;
      if (listed) AddEntry(diff, entry, text);
      hidden += listed ? 0 : 1;
    }
    for (const findings::Finding& finding : diff.refusals) AddRefusal(diff, finding, text);
    if (hidden > 0) text += "  " + std::to_string(hidden) + (hidden == 1 ? " text differs\n" : " texts differ\n");
    if (diff.stored) AddStored(*diff.stored, text);
    return text + "\n";
  }

  std::string End(const DiffTotals&) override { return {}; }

 private:
  static std::string HeadOf(const CrdDiff& diff) {
    if (diff.state == CrdDiff::State::kAdded) return ": added in " + Printable(diff.after_file);
    if (diff.state == CrdDiff::State::kRemoved) return ": removed, was in " + Printable(diff.before_file);
    return diff.error.empty() ? "" : ": " + Printable(diff.error);
  }

  static std::string VersionLine(const compare::VersionResult& version) {
    std::string text = "  version " + Printable(version.name) + ": the set of accepted objects ";
    switch (version.effect) {
      case compare::Effect::kSame: text += "stays"; break;
      case compare::Effect::kLarger: text += "becomes larger"; break;
      case compare::Effect::kSmaller: text += "becomes smaller"; break;
      case compare::Effect::kOther: text += "becomes another one"; break;
    }
    if (version.loses) text += "; objects lose data";
    if (version.defaults) text += "; defaults differ";
    return text + "\n";
  }

  // The runner of a job's log obeys "::" where a line begins with it.
  void AddEntry(const CrdDiff& diff, const DiffEntry& entry, std::string& text) const {
    const compare::Change& change = entry.change;
    const bool bad = change.refuses() || change.aspect == compare::Aspect::kLoss || change.breaks;
    const std::string_view code = entry.fails ? style::kBoldRed : bad ? style::kBoldYellow : style::kBold;
    text += "  " + Shown(PlaceOf(diff.after_file, entry.after, "")) + ": " + Styled(code, ClaimOf(change), colors_) + ": ";
    if (change.name.empty())
      text += Printable(SubjectOf(change)) + (change.version.empty() ? "" : " (" + Printable(change.version) + ")") + ": ";
    text += Printable(TextOf(change)) + "\n";
    text += "    before: " + Shown(PlaceOf(diff.before_file, entry.before, change.before_path)) + "\n";
    const std::string met = MetText(entry.met);
    if (!met.empty()) text += "    stored objects: " + Shown(met) + "\n";
    if (change.witness) AddWitness(change, text);
  }

  static std::string Shown(const std::string& text) { return base::EscapeUnprintable(text); }

  static void AddStored(const StoredPart& stored, std::string& text) {
    text += "  read as " + Shown(stored.version) + ": " + SentenceOf(stored) + "\n";
    for (const std::string& other : OthersOf(stored)) text += "    another reason: " + Shown(other) + "\n";
    for (const std::string& note : stored.notes) text += "    note: " + Shown(note) + "\n";
    if (!stored.failure.empty()) text += "    incomplete: " + Shown(stored.failure) + "\n";
  }

  static void AddWitness(const compare::Change& change, std::string& text) {
    const compare::Witness& witness = *change.witness;
    const std::string request = !witness.old.empty() ? "this update" : witness.subresource.empty() ? "this object" : "this " + witness.subresource;
    text += "    " + request + " was accepted and is " + Printable(OutcomeOf(change)) + ":\n";
    text += WitnessText(witness, "      ");
    if (witness.read.empty() && !witness.answer.empty()) text += "    " + Printable(base::Shorten(witness.answer, kAnswerBytes)) + "\n";
  }

  void AddRefusal(const CrdDiff& diff, const findings::Finding& finding, std::string& text) const {
    const bool error = finding.severity == findings::Severity::kError;
    text += "  " + Shown(PlaceOf(diff.after_file, finding.at, "")) + ": " +
            Styled(error ? style::kBoldRed : style::kBoldYellow, findings::Name(finding.severity), colors_) + ": " +
            Printable(finding.path + ": " + finding.message) + " [" + std::string(finding.rule) + "]\n";
  }

  const bool texts_;
  const bool colors_;
};

}  // namespace

std::unique_ptr<DiffReporter> NewTextDiffReporter(const DiffOptions& options, bool colors) {
  return std::make_unique<TextDiffReporter>(options.texts, colors);
}

}  // namespace structural::cli
