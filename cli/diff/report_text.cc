// For people: FILE:LINE:COLUMN in the form of compilers, and below it the object that shows a
// change.
#include "cli/diff/report_plan.h"
#include "cli/shared/wrap.h"
#include "schema/base/quote.h"

namespace structural::cli {
namespace {

constexpr std::size_t kAnswerBytes = 400;
constexpr std::size_t kNamesOfAdded = 3;
constexpr const char* kHint = "--all lists each change, with its places and an object that shows it\n";

std::string EscapedText(const std::string& text) { return base::EscapeUnprintable(text); }

// Writes the lines of one CRD.
class CrdLines {
 public:
  CrdLines(const FoldedCrd& crd, const ReportPlan& plan, bool colors) : crd_(crd), plan_(plan), colors_(colors) {}

  std::string Text();

 private:
  std::string Head() const;
  void AddFailing();
  void AddOthers();
  void AddChange(const FoldedChange& change, bool objects);
  void AddRefusal(const FoldedRefusal& refusal);
  void AddWitness(const compare::Change& change);
  void AddStored(const StoredPart& stored);

  const FoldedCrd& crd_;
  const ReportPlan& plan_;
  const bool colors_;
  std::string text_;
};

std::string CrdLines::Head() const {
  std::string head = Styled(style::kBold, Printable(crd_.name), colors_);
  if (crd_.state == CrdDiff::State::kAdded) return head + ": added in " + Printable(crd_.after_file);
  if (crd_.state == CrdDiff::State::kRemoved) {
    const std::string mark = crd_.fails ? ": " + Styled(style::kBoldRed, "fails", colors_) : "";
    return head + mark + ": removed, was in " + Printable(crd_.before_file);
  }
  if (!crd_.error.empty()) return head + ": " + Printable(crd_.error);
  const std::string counts = crd_.CountsOf();
  return counts.empty() ? head : head + ": " + counts;
}

// Indents each line, because GitHub's runner executes lines that begin with "::".
void CrdLines::AddChange(const FoldedChange& folded, bool objects) {
  const DiffEntry& entry = folded.entry;
  const compare::Change& change = entry.change;
  const bool bad = change.refuses() || change.aspect == compare::Aspect::kLoss || change.breaks;
  text_ += "  " + EscapedText(PlaceOf(crd_.after_file, entry.after, "")) + ": ";
  if (entry.fails) text_ += Styled(style::kBoldRed, "fails", colors_) + ": ";
  text_ += Printable(folded.Subject()) + ": " +
           Styled(bad && !entry.fails ? style::kBoldYellow : style::kBold, ClaimOf(change).one, colors_);
  text_ += ": " + Printable(folded.Text()) + "\n";
  if (objects)
    text_ += "    before: " + EscapedText(PlaceOf(crd_.before_file, entry.before, change.before_path)) + "\n";
  const std::string met = AffectedObjectsText(entry.met);
  if (!met.empty()) text_ += "    stored objects: " + EscapedText(met) + "\n";
  if (objects && change.witness) AddWitness(change);
}

void CrdLines::AddWitness(const compare::Change& change) {
  const compare::Witness& witness = *change.witness;
  const std::string request = !witness.old.empty()          ? "this update"
                              : witness.subresource.empty() ? "this object"
                                                            : "this " + witness.subresource;
  text_ += "    " + request + " was accepted and is " + Printable(OutcomeOf(change)) + ":\n";
  text_ += WitnessText(witness, "      ");
  if (witness.read.empty() && !witness.answer.empty())
    text_ += "    " + Printable(base::Shorten(witness.answer, kAnswerBytes)) + "\n";
}

void CrdLines::AddRefusal(const FoldedRefusal& refusal) {
  const findings::Finding& finding = refusal.finding;
  const bool fails = finding.severity == findings::Severity::kError;
  text_ += "  " + EscapedText(PlaceOf(crd_.after_file, finding.at, "")) + ": " +
           Styled(fails ? style::kBoldRed : style::kBoldYellow, fails ? "fails" : "warning", colors_) + ": " +
           Printable(finding.path);
  if (refusal.more > 0)
    text_ += " and " + std::to_string(refusal.more) + (refusal.more == 1 ? " other place" : " other places");
  text_ += ": " + Printable(finding.message) + " [" + std::string(finding.rule) + "]\n";
}

void CrdLines::AddFailing() {
  std::size_t left = plan_.failing, hidden = 0;
  const auto room = [&] { return left == 0 ? (++hidden, false) : (--left, true); };
  for (const FoldedRefusal& refusal : crd_.refusals) {
    const bool fails = refusal.finding.severity == findings::Severity::kError;
    if (fails && room()) AddRefusal(refusal);
  }
  for (const FoldedChange& change : crd_.failing) {
    if (room()) AddChange(change, plan_.objects);
  }
  if (hidden == 0) return;
  const std::string all = CountsText(crd_.failing_counts) + "\n";
  if (plan_.failing == 0) {
    text_ += "  fails: " + all;
  } else {
    text_ += "  … and " + std::to_string(hidden) + " more; in all, " + all;
  }
}

void CrdLines::AddOthers() {
  ClaimCounts counts = crd_.other_counts;
  if (plan_.others) {
    for (const FoldedChange& change : crd_.others) AddChange(change, plan_.witnesses_of_passing);
    for (const FoldedRefusal& refusal : crd_.refusals) {
      if (refusal.finding.severity != findings::Severity::kError) AddRefusal(refusal);
    }
    const bool listed = std::ranges::any_of(
        crd_.others, [](const FoldedChange& each) { return each.entry.change.aspect == compare::Aspect::kTexts; });
    const auto texts = listed ? counts.end() : counts.find("texts");
    counts = texts == counts.end() ? ClaimCounts() : ClaimCounts{*texts};
  }
  const std::string rest = CountsText(counts);
  if (!rest.empty()) text_ += plan_.others || !crd_.fails ? "  " + rest + "\n" : "  does not fail: " + rest + "\n";
}

void CrdLines::AddStored(const StoredPart& stored) {
  text_ += "  read as " + EscapedText(stored.version) + ": " + SentenceOf(stored) + "\n";
  for (const std::string& other : OthersOf(stored)) text_ += "    another reason: " + EscapedText(other) + "\n";
  for (const std::string& note : stored.notes) text_ += "    note: " + EscapedText(note) + "\n";
  if (!stored.failure.empty()) text_ += "    incomplete: " + EscapedText(stored.failure) + "\n";
}

std::string CrdLines::Text() {
  text_ = Head() + "\n";
  if (plan_.versions) {
    for (const std::string& sentence : crd_.versions) text_ += "  " + Printable(sentence) + "\n";
  }
  if (!crd_.renamed_from.empty()) {
    text_ += std::string("  ") + (crd_.rename_fails ? Styled(style::kBoldRed, "fails", colors_) + ": " : "");
    text_ += Printable(RenameText(crd_.renamed_from)) + "\n    before: " + EscapedText(crd_.before_file) + "\n";
  }
  for (const std::string_view sentence : crd_.LimitSentences()) text_.append("  ").append(sentence).append("\n");
  AddFailing();
  AddOthers();
  if (crd_.stored) AddStored(*crd_.stored);
  if (plan_.others) text_ += "\n";
  return std::move(text_);
}

class TextDiffReporter : public DiffReporter {
 public:
  TextDiffReporter(const DiffOptions& options, bool colors) : options_(options), colors_(colors) {}

  std::string Add(const CrdDiff& diff) override {
    if (!diff.changed()) return {};
    FoldedCrd crd = Fold(diff, {.texts = options_.texts, .separate = options_.all});
    if (options_.all) return CrdLines(crd, {}, colors_).Text();
    crds_.Add(std::move(crd));
    return {};
  }

  std::string End(const DiffTotals&) override {
    return crds_.Fit([&](const ReportPlan& plan) { return Text(plan); });
  }

 private:
  std::string Text(const ReportPlan& plan) const;
  std::string AddedText(const ReportPlan& plan) const;

  const DiffOptions& options_;
  const bool colors_;
  ReportedCrds crds_{kTextLines};
};

// Returns one line for all new CRDs if unimportant ones are only counted.
std::string TextDiffReporter::AddedText(const ReportPlan& plan) const {
  std::string text;
  const auto& added = crds_.added();
  if (plan.others || added.size() < 2) {
    for (const FoldedCrd& crd : added) text += CrdLines(crd, plan, colors_).Text();
    return text;
  }
  for (std::size_t i = 0; i < std::min(kNamesOfAdded, added.size()); ++i)
    text += (i == 0 ? "" : ", ") + Printable(added[i].name);
  if (added.size() > kNamesOfAdded) text += " and " + std::to_string(added.size() - kNamesOfAdded) + " other CRDs";
  return text + ": added\n";
}

std::string TextDiffReporter::Text(const ReportPlan& plan) const {
  std::string text;
  std::size_t shown = 0, hidden = crds_.dropped();
  for (const auto* crds : {&crds_.failing(), &crds_.changed()}) {
    for (const FoldedCrd& crd : *crds) {
      const bool room = shown < plan.crds;
      if (room) text += CrdLines(crd, plan, colors_).Text();
      ++(room ? shown : hidden);
    }
  }
  text += AddedText(plan);
  if (hidden > 0) text += "… and " + std::to_string(hidden) + (hidden == 1 ? " other CRD\n" : " other CRDs\n");
  if (!plan.is_whole() || crds_.is_folded() || hidden > 0) text += kHint;
  return text;
}

}  // namespace

std::unique_ptr<DiffReporter> NewTextDiffReporter(const DiffOptions& options, bool colors) {
  return std::make_unique<TextDiffReporter>(options, colors);
}

}  // namespace structural::cli
