// The report for pull requests and release notes: a table for each CRD.
#include "cli/diff/report_plan.h"
#include "schema/base/quote.h"
#include "schema/base/text.h"

namespace structural::cli {
namespace {

// Returns the text of a cell, in which bars, lines and tags are escaped.
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

// Writes the part of one CRD.
class CrdSection {
 public:
  CrdSection(const FoldedCrd& crd, const ReportPlan& plan) : crd_(crd), plan_(plan) {}

  std::string Text();
  // Returns the CRD on one line.
  std::string Item() const;

 private:
  void AddTable();
  void AddChange(const FoldedChange& change);
  void AddRefusals(bool fails, std::size_t& left);
  void AddCounts();
  void AddStored(const StoredPart& stored);
  void AddWitnesses(const std::vector<FoldedChange>& of);
  void AddWitness(const FoldedChange& change);

  const FoldedCrd& crd_;
  const ReportPlan& plan_;
  std::string text_;
};

void CrdSection::AddChange(const FoldedChange& folded) {
  const DiffEntry& entry = folded.entry;
  text_ += Row(entry.fails, ClaimOf(entry.change).one, VersionsText(folded), FieldsText(folded), folded.Text());
  if (crd_.stored) text_ += " " + Cell(AffectedObjectsText(entry.met)) + " |";
  text_ += "\n";
}

void CrdSection::AddRefusals(bool fails, std::size_t& left) {
  for (const FoldedRefusal& refusal : crd_.refusals) {
    const findings::Finding& finding = refusal.finding;
    if ((finding.severity == findings::Severity::kError) != fails || left == 0) continue;
    --left;
    std::string path = finding.path;
    if (refusal.more > 0)
      path += " and " + std::to_string(refusal.more) + (refusal.more == 1 ? " other place" : " other places");
    text_ += Row(fails, fails ? "refuses the update" : "warning", "", path, finding.message) +
             (crd_.stored ? "  |\n" : "\n");
  }
}

void CrdSection::AddTable() {
  const bool others = plan_.others && (!crd_.others.empty() || !crd_.refusals.empty());
  if (crd_.failing_counts.empty() && !others) return;
  text_ += "| change | version | field | what |";
  text_ += crd_.stored ? " stored objects |\n|---|---|---|---|---|\n" : "\n|---|---|---|---|\n";
  std::size_t left = plan_.failing;
  AddRefusals(true, left);
  for (std::size_t i = 0; i < crd_.failing.size() && left > 0; ++i, --left) AddChange(crd_.failing[i]);
  if (plan_.others) {
    for (const FoldedChange& change : crd_.others) AddChange(change);
    std::size_t all = ReportPlan::kAll;
    AddRefusals(false, all);
  }
  text_ += "\n";
}

// Adds the numbers of changes that the table does not list.
void CrdSection::AddCounts() {
  if (plan_.failing < crd_.failing.size() + crd_.refusals.size() && !crd_.failing_counts.empty())
    text_ += "What fails, in all: " + CountsText(crd_.failing_counts) + ".\n\n";
  const std::string others = plan_.others ? "" : CountsText(crd_.other_counts);
  if (!others.empty()) text_ += (crd_.fails ? "What does not fail: " : "") + others + ".\n\n";
}

void CrdSection::AddStored(const StoredPart& stored) {
  text_ += "Read as " + Cell(stored.version) + ": " + SentenceOf(stored) + ".\n\n";
  std::vector<std::string> lines = OthersOf(stored);
  lines.insert(lines.end(), stored.notes.begin(), stored.notes.end());
  if (!stored.failure.empty()) lines.push_back("incomplete: " + stored.failure);
  for (const std::string& line : lines) text_ += "- " + Cell(line) + "\n";
  if (!lines.empty()) text_ += "\n";
}

void CrdSection::AddWitnesses(const std::vector<FoldedChange>& of) {
  for (const FoldedChange& change : of) {
    if (change.entry.change.witness) AddWitness(change);
  }
}

// Uses a fence longer than any in the object.
void CrdSection::AddWitness(const FoldedChange& folded) {
  const compare::Change& change = folded.entry.change;
  const std::string yaml = WitnessText(*change.witness, "");
  std::string fence = "```";
  while (yaml.find(fence) != yaml.npos) fence += '`';
  text_ += Cell(SubjectOf(change)) + ": accepted before, " + Cell(OutcomeOf(change)) + " now:\n\n" + fence + "yaml\n" +
           yaml + fence + "\n\n";
}

std::string CrdSection::Item() const {
  std::string text = "- " + Cell(crd_.name);
  if (crd_.state == CrdDiff::State::kRemoved) return text + (crd_.fails ? ": **fails**: removed\n" : ": removed\n");
  if (!crd_.error.empty()) return text + ": " + Cell(crd_.error) + "\n";
  const std::string failing = CountsText(crd_.failing_counts), others = CountsText(crd_.other_counts);
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
  if (plan_.objects) AddWitnesses(crd_.failing);
  if (plan_.witnesses_of_passing) AddWitnesses(crd_.others);
  return std::move(text_);
}

class MarkdownDiffReporter : public DiffReporter {
 public:
  explicit MarkdownDiffReporter(const DiffOptions& options) : options_(options) {}

  std::string Add(const CrdDiff& diff) override {
    if (!diff.changed()) return {};
    FoldedCrd crd = Fold(diff, {.texts = options_.texts, .separate = options_.all});
    if (options_.all) return CrdSection(crd, {}).Text();
    crds_.Add(std::move(crd));
    return {};
  }

  std::string End(const DiffTotals& totals) override {
    return crds_.Fit([&](const ReportPlan& plan) { return Text(plan); }) + SentenceOf(totals) + ".\n";
  }

 private:
  std::string Text(const ReportPlan& plan) const;

  const DiffOptions& options_;
  ReportedCrds crds_{kMarkdownLines};
};

std::string MarkdownDiffReporter::Text(const ReportPlan& plan) const {
  std::string text, added;
  std::size_t shown = 0, hidden = crds_.dropped();
  for (const auto* crds : {&crds_.failing(), &crds_.changed()}) {
    for (const FoldedCrd& crd : *crds) {
      const bool room = shown < plan.crds;
      if (room) text += plan.failing > 0 ? CrdSection(crd, plan).Text() : CrdSection(crd, plan).Item();
      ++(room ? shown : hidden);
    }
  }
  if (plan.failing == 0 && shown > 0) text += "\n";
  for (const FoldedCrd& crd : crds_.added()) {
    if (plan.others) text += CrdSection(crd, plan).Text();
    base::AppendItem(added, ", ", Cell(crd.name));
  }
  if (!plan.others && !added.empty()) text += "Added: " + added + ".\n\n";
  if (hidden > 0) text += "And " + std::to_string(hidden) + (hidden == 1 ? " other CRD.\n\n" : " other CRDs.\n\n");
  if (!plan.is_whole() || crds_.is_folded() || hidden > 0)
    text += "`structural diff --all` lists each change, with an object that shows it.\n\n";
  return text;
}

}  // namespace

std::unique_ptr<DiffReporter> NewMarkdownDiffReporter(const DiffOptions& options) {
  return std::make_unique<MarkdownDiffReporter>(options);
}

}  // namespace structural::cli
