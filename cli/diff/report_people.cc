// The reports for people: text and Markdown.
#include "cli/diff/folded.h"
#include "cli/shared/wrap.h"
#include "schema/base/quote.h"
#include "schema/base/text.h"

namespace structural::cli {
namespace {

constexpr std::size_t kAnswerBytes = 400;
constexpr std::size_t kNamesOfAdded = 3;
constexpr const char* kHint = "--all lists each change, with its places and an object that shows it\n";

std::string EscapedText(const std::string& text) { return base::EscapeUnprintable(text); }

// Writes the lines about one CRD in the text report.
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
  void AddStored(const StoredResults& stored);

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

// Adds a change. Each line is indented, because GitHub's runner executes lines that begin with "::". `objects`: print
// the witness of the change.
void CrdLines::AddChange(const FoldedChange& folded, bool objects) {
  const DiffEntry& entry = folded.entry;
  const compare::Change& change = entry.change;
  const bool bad = change.refuses() || change.aspect == compare::Aspect::kLoss || change.breaks_clients;
  text_ += "  " + EscapedText(PlaceOf(crd_.after_file, entry.after, "")) + ": ";
  if (entry.fails) text_ += Styled(style::kBoldRed, "fails", colors_) + ": ";
  text_ += Printable(folded.Subject()) + ": " +
           Styled(bad && !entry.fails ? style::kBoldYellow : style::kBold, ClaimOf(change).singular, colors_);
  text_ += ": " + Printable(folded.Text()) + "\n";
  if (objects)
    text_ += "    before: " + EscapedText(PlaceOf(crd_.before_file, entry.before, change.before_path)) + "\n";
  const std::string affected = AffectedObjectsText(entry.affected);
  if (!affected.empty()) text_ += "    stored objects: " + EscapedText(affected) + "\n";
  if (objects && change.witness) AddWitness(change);
  if (objects && change.applies) {
    text_ += "    the last of these applies has another result after the update:\n";
    text_ += AppliesText(*change.applies, "      ") + ApplyOutcomesText(change, "    ");
  }
}

void CrdLines::AddWitness(const compare::Change& change) {
  const compare::Witness& witness = *change.witness;
  const std::string request = !witness.old_object.empty()   ? "this update"
                              : witness.subresource.empty() ? "this object"
                                                            : "this " + witness.subresource;
  text_ += "    " + request + " was accepted and is " + Printable(WitnessOutcome(change)) + ":\n";
  text_ += WitnessText(witness, "      ");
  if (witness.read_object.empty() && !witness.refusal.empty())
    text_ += "    " + Printable(base::Shorten(witness.refusal, kAnswerBytes)) + "\n";
}

void CrdLines::AddRefusal(const FoldedRefusal& refusal) {
  const findings::Finding& finding = refusal.finding;
  const bool fails = refusal.fails();
  text_ += "  " + EscapedText(PlaceOf(crd_.after_file, finding.at, "")) + ": " +
           Styled(fails ? style::kBoldRed : style::kBoldYellow, fails ? "fails" : "warning", colors_) + ": " +
           Printable(refusal.Places()) + ": " + Printable(finding.message) + " [" + std::string(finding.rule) + "]\n";
}

void CrdLines::AddFailing() {
  std::size_t left = plan_.max_failing, hidden = 0;
  const auto room = [&] { return left == 0 ? (++hidden, false) : (--left, true); };
  for (const FoldedRefusal& refusal : crd_.refusals) {
    if (refusal.fails() && room()) AddRefusal(refusal);
  }
  for (const FoldedChange& change : crd_.failing) {
    if (room()) AddChange(change, plan_.witnesses_of_failing);
  }
  if (hidden == 0) return;
  const std::string all = CountsText(crd_.failed_claim_counts) + "\n";
  if (plan_.max_failing == 0) {
    text_ += "  fails: " + all;
  } else {
    text_ += "  … and " + std::to_string(hidden) + " more; in all, " + all;
  }
}

void CrdLines::AddOthers() {
  ClaimCounts counts = crd_.other_counts;
  if (plan_.list_passing) {
    for (const FoldedChange& change : crd_.others) AddChange(change, plan_.witnesses_of_passing);
    for (const FoldedRefusal& refusal : crd_.refusals) {
      if (!refusal.fails()) AddRefusal(refusal);
    }
    const bool listed = std::ranges::any_of(
        crd_.others, [](const FoldedChange& each) { return each.entry.change.aspect == compare::Aspect::kTexts; });
    const auto texts = listed ? counts.end() : counts.find("texts");
    counts = texts == counts.end() ? ClaimCounts() : ClaimCounts{*texts};
  }
  const std::string rest = CountsText(counts);
  if (!rest.empty())
    text_ += plan_.list_passing || !crd_.fails ? "  " + rest + "\n" : "  does not fail: " + rest + "\n";
}

void CrdLines::AddStored(const StoredResults& stored) {
  text_ += "  read as " + EscapedText(stored.version) + ": " + SentenceOf(stored) + "\n";
  for (const std::string& other : UnattributedTexts(stored))
    text_ += "    another reason: " + EscapedText(other) + "\n";
  for (const std::string& note : stored.notes) text_ += "    note: " + EscapedText(note) + "\n";
  if (!stored.failure.empty()) text_ += "    incomplete: " + EscapedText(stored.failure) + "\n";
}

std::string CrdLines::Text() {
  text_ = Head() + "\n";
  if (plan_.list_versions) {
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
  if (plan_.list_passing) text_ += "\n";
  return std::move(text_);
}

// Writes the text report. Each change has its place as FILE:LINE:COLUMN, and below it the object that shows the change.
class TextDiffReporter : public DiffReporter {
 public:
  TextDiffReporter(const DiffOptions& options, bool colors) : options_(options), colors_(colors) {}

  std::string Add(const CrdDiff& diff) override {
    if (!diff.changed()) return {};
    FoldedCrd crd =
        Fold(diff, {.list_descriptions = options_.list_descriptions, .separate = options_.list_each_change});
    if (options_.list_each_change) return CrdLines(crd, {}, colors_).Text();
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
  ReportedCrds crds_{kMaxTextLines};
};

// Returns the text about the added CRDs. If the plan does not list passing changes, all added CRDs share one line.
std::string TextDiffReporter::AddedText(const ReportPlan& plan) const {
  std::string text;
  const auto& added = crds_.added();
  if (plan.list_passing || added.size() < 2) {
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
  const std::size_t hidden =
      crds_.ShowChanged(plan, [&](const FoldedCrd& crd) { text += CrdLines(crd, plan, colors_).Text(); });
  text += AddedText(plan);
  if (hidden > 0) text += "… and " + CountOf(hidden, "other CRD") + "\n";
  if (crds_.Omits(plan, hidden)) text += kHint;
  return text;
}

}  // namespace

std::unique_ptr<DiffReporter> NewTextDiffReporter(const DiffOptions& options, bool colors) {
  return std::make_unique<TextDiffReporter>(options, colors);
}

namespace {

// Returns the text for a cell of a Markdown table. Characters of Markdown and HTML, and line breaks, are escaped.
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

std::string Row(bool fails, std::string_view claim, std::string_view version, std::string_view subject,
                std::string_view text) {
  return std::string("| ") + (fails ? "**fails**: " : "") + Cell(claim) + " | " + Cell(version) + " | " +
         Cell(subject) + " | " + Cell(text) + " |";
}

// Writes the section about one CRD in the Markdown report.
class CrdSection {
 public:
  CrdSection(const FoldedCrd& crd, const ReportPlan& plan) : crd_(crd), plan_(plan) {}

  std::string Text();
  // Returns one list item with the counts of the CRD, instead of the section.
  std::string Item() const;

 private:
  void AddTable();
  void AddChange(const FoldedChange& change);
  void AddRefusals(bool fails, std::size_t& left);
  void AddCounts();
  void AddStored(const StoredResults& stored);
  void AddWitnesses(const std::vector<FoldedChange>& of);
  void AddWitness(const FoldedChange& change);

  const FoldedCrd& crd_;
  const ReportPlan& plan_;
  std::string text_;
};

void CrdSection::AddChange(const FoldedChange& folded) {
  const DiffEntry& entry = folded.entry;
  text_ += Row(entry.fails, ClaimOf(entry.change).singular, VersionsText(folded), FieldsText(folded), folded.Text());
  if (crd_.stored) text_ += " " + Cell(AffectedObjectsText(entry.affected)) + " |";
  text_ += "\n";
}

void CrdSection::AddRefusals(bool fails, std::size_t& left) {
  for (const FoldedRefusal& refusal : crd_.refusals) {
    if (refusal.fails() != fails || left == 0) continue;
    --left;
    text_ += Row(fails, fails ? "refuses the update" : "warning", "", refusal.Places(), refusal.finding.message) +
             (crd_.stored ? "  |\n" : "\n");
  }
}

void CrdSection::AddTable() {
  const bool others = plan_.list_passing && (!crd_.others.empty() || !crd_.refusals.empty());
  if (crd_.failed_claim_counts.empty() && !others) return;
  text_ += "| change | version | field | what |";
  text_ += crd_.stored ? " stored objects |\n|---|---|---|---|---|\n" : "\n|---|---|---|---|\n";
  std::size_t left = plan_.max_failing;
  AddRefusals(true, left);
  for (std::size_t i = 0; i < crd_.failing.size() && left > 0; ++i, --left) AddChange(crd_.failing[i]);
  if (plan_.list_passing) {
    for (const FoldedChange& change : crd_.others) AddChange(change);
    std::size_t all = ReportPlan::kAll;
    AddRefusals(false, all);
  }
  text_ += "\n";
}

// Adds sentences with the numbers of changes, if the plan does not list all of them in the table.
void CrdSection::AddCounts() {
  if (plan_.max_failing < crd_.failing.size() + crd_.refusals.size() && !crd_.failed_claim_counts.empty())
    text_ += "What fails, in all: " + CountsText(crd_.failed_claim_counts) + ".\n\n";
  const std::string others = plan_.list_passing ? "" : CountsText(crd_.other_counts);
  if (!others.empty()) text_ += (crd_.fails ? "What does not fail: " : "") + others + ".\n\n";
}

void CrdSection::AddStored(const StoredResults& stored) {
  text_ += "Read as " + Cell(stored.version) + ": " + SentenceOf(stored) + ".\n\n";
  std::vector<std::string> lines = UnattributedTexts(stored);
  lines.insert(lines.end(), stored.notes.begin(), stored.notes.end());
  if (!stored.failure.empty()) lines.push_back("incomplete: " + stored.failure);
  for (const std::string& line : lines) text_ += "- " + Cell(line) + "\n";
  if (!lines.empty()) text_ += "\n";
}

void CrdSection::AddWitnesses(const std::vector<FoldedChange>& of) {
  for (const FoldedChange& change : of) {
    if (change.entry.change.witness || change.entry.change.applies) AddWitness(change);
  }
}

// Adds the object that shows the change, in a code fence that is longer than any fence in the object.
void CrdSection::AddWitness(const FoldedChange& folded) {
  const compare::Change& change = folded.entry.change;
  const std::string yaml = change.witness ? WitnessText(*change.witness, "") : AppliesText(*change.applies, "");
  std::string fence = "```";
  while (yaml.find(fence) != yaml.npos) fence += '`';
  const std::string about = change.witness ? "accepted before, " + WitnessOutcome(change) + " now"
                                           : "the last of these applies has another result after the update";
  text_ += Cell(SubjectOf(change)) + ": " + Cell(about) + ":\n\n" + fence + "yaml\n" + yaml + fence + "\n\n";
  if (change.applies) text_ += fence + "text\n" + ApplyOutcomesText(change, "") + fence + "\n\n";
}

std::string CrdSection::Item() const {
  std::string text = "- " + Cell(crd_.name);
  if (crd_.state == CrdDiff::State::kRemoved) return text + (crd_.fails ? ": **fails**: removed\n" : ": removed\n");
  if (!crd_.error.empty()) return text + ": " + Cell(crd_.error) + "\n";
  const std::string failing = CountsText(crd_.failed_claim_counts), others = CountsText(crd_.other_counts);
  if (!failing.empty()) text += ": **fails**: " + failing;
  if (!others.empty()) text += (failing.empty() ? ": " : "; does not fail: ") + others;
  return text + "\n";
}

std::string CrdSection::Text() {
  text_ = "### " + Cell(crd_.name) + "\n\n";
  if (crd_.state == CrdDiff::State::kAdded) return text_ + "Added.\n\n";
  if (crd_.state == CrdDiff::State::kRemoved) return text_ + (crd_.fails ? "**fails**: removed.\n\n" : "Removed.\n\n");
  if (!crd_.error.empty()) return text_ + Cell(crd_.error) + "\n\n";
  if (!crd_.renamed_from.empty())
    text_ += std::string(crd_.rename_fails ? "**fails**: " : "") + Cell(RenameText(crd_.renamed_from)) + ".\n\n";
  for (const std::string_view sentence : crd_.LimitSentences()) text_ += Cell(sentence) + ".\n\n";
  AddTable();
  AddCounts();
  if (crd_.stored) AddStored(*crd_.stored);
  if (plan_.witnesses_of_failing) AddWitnesses(crd_.failing);
  if (plan_.witnesses_of_passing) AddWitnesses(crd_.others);
  return std::move(text_);
}

// Writes the Markdown report, for pull requests and release notes. Each CRD has a table of changes.
class MarkdownDiffReporter : public DiffReporter {
 public:
  explicit MarkdownDiffReporter(const DiffOptions& options) : options_(options) {}

  std::string Add(const CrdDiff& diff) override {
    if (!diff.changed()) return {};
    FoldedCrd crd =
        Fold(diff, {.list_descriptions = options_.list_descriptions, .separate = options_.list_each_change});
    if (options_.list_each_change) return CrdSection(crd, {}).Text();
    crds_.Add(std::move(crd));
    return {};
  }

  std::string End(const DiffTotals& totals) override {
    return crds_.Fit([&](const ReportPlan& plan) { return Text(plan); }) + SentenceOf(totals) + ".\n";
  }

 private:
  std::string Text(const ReportPlan& plan) const;

  const DiffOptions& options_;
  ReportedCrds crds_{kMaxMarkdownLines};
};

std::string MarkdownDiffReporter::Text(const ReportPlan& plan) const {
  std::string text, added;
  const std::size_t hidden = crds_.ShowChanged(plan, [&](const FoldedCrd& crd) {
    text += plan.max_failing > 0 ? CrdSection(crd, plan).Text() : CrdSection(crd, plan).Item();
  });
  if (plan.max_failing == 0 && !text.empty()) text += "\n";
  for (const FoldedCrd& crd : crds_.added()) {
    if (plan.list_passing) text += CrdSection(crd, plan).Text();
    base::AppendItem(added, ", ", Cell(crd.name));
  }
  if (!plan.list_passing && !added.empty()) text += "Added: " + added + ".\n\n";
  if (hidden > 0) text += "And " + CountOf(hidden, "other CRD") + ".\n\n";
  if (crds_.Omits(plan, hidden)) text += "`structural diff --all` lists each change, with an object that shows it.\n\n";
  return text;
}

}  // namespace

std::unique_ptr<DiffReporter> NewMarkdownDiffReporter(const DiffOptions& options) {
  return std::make_unique<MarkdownDiffReporter>(options);
}

}  // namespace structural::cli
