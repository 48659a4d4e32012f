#include "cli/report/stored/report.h"

#include <utility>

#include "cli/report/findings/object_errors.h"
#include "cli/report/findings/reporter.h"
#include "cli/report/rules/object_rules.h"
#include "cli/shared/wrap.h"
#include "schema/base/quote.h"
#include "schema/json/write.h"

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

// Appends "  2 of 40 objects WHAT:" and a line for each pattern. Appends nothing if `counts` has no patterns.
void AppendCounts(const PatternCounts& counts, std::size_t objects, std::string_view what, std::string& to) {
  if (counts.objects() == 0) return;
  to.append("  ").append(std::to_string(counts.objects())).append(" of ");
  to.append(CountOf(objects, "object")).append(" ").append(what).append(":\n");
  for (const auto& [pattern, entry] : counts.entries()) {
    to.append("    ").append(base::EscapeUnprintable(pattern)).append(": ");
    to.append(CountOf(entry.objects, "object")).append(", first ");
    to.append(base::EscapeUnprintable(entry.first)).append("\n");
  }
  if (counts.unlisted_objects() > 0)
    to.append("    others, in total: ").append(std::to_string(counts.unlisted_objects())).append("\n");
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

  std::string EndKind(const KindResults& results) override {
    const KindCounts& of = results.counts;
    std::string text = NotesOf(results);
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
           part(of.losing_data, " would lose fields") + part(of.getting_defaults, " would get defaults") +
           (empty_ == 0 ? "" : "; " + CountOf(empty_, "kind") + " without objects") + UnreadKinds(of);
  }

 private:
  const bool summary_only_;
  std::string heading_;    // heading of the current kind; empty after it was printed before the first line of the kind
  std::size_t empty_ = 0;  // number of kinds for which no line was printed
};

}  // namespace

std::string ShownText(std::string_view text) {
  return base::EscapeUnprintable(text) == text ? std::string(text) : base::Quote(text);
}

std::string ShownName(const StoredName& name) {
  return (name.namespace_name.empty() ? "" : ShownText(name.namespace_name) + "/") + ShownText(name.name);
}

std::string NotesOf(const KindResults& results) {
  std::string text;
  for (const std::string& note : results.notes) text += "  note: " + base::EscapeUnprintable(note) + "\n";
  if (!results.failure.empty()) text += "  incomplete: " + base::EscapeUnprintable(results.failure) + "\n";
  return text;
}

std::string UnreadKinds(const StoredSummary& summary) {
  if (summary.unread_kinds == 0) return {};
  return "; " + CountOf(summary.unread_kinds, "kind") + " not read completely";
}

std::unique_ptr<StoredReport> NewStoredTextReport(bool summary_only) {
  return std::make_unique<StoredTextReport>(summary_only);
}

namespace {

void AddEntries(std::string_view key, std::string_view named, const PatternCounts& counts, json::Writer& to) {
  to.Key(key).BeginObject().Add("objects", counts.objects()).Key("entries").BeginList();
  for (const auto& [pattern, entry] : counts.entries()) {
    to.BeginObject().Add(named, pattern).Add("objects", entry.objects).Add("first", entry.first);
    to.EndObject();
  }
  to.EndList();
  if (counts.unlisted_objects() > 0) to.Add("further", counts.unlisted_objects());
  to.EndObject();
}

void AddTexts(std::string_view key, const std::vector<std::string>& texts, json::Writer& to) {
  if (!texts.empty()) to.Add(key, texts);
}

// Writes {"kinds": [{"crd": …, "objects": […], …}], "summary": {…}}.
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

  std::string Object(const StoredName& name, const StoredOutcome& of) override {
    const bool changes = !(of.refused.empty() && of.tolerated.empty() && of.lost.empty() && of.added.empty());
    if (summary_only_ || !changes) return {};
    std::string text = std::exchange(object_separator_, ",\n");
    json::Writer to(text);
    to.BeginObject();
    if (!name.namespace_name.empty()) to.Add("namespace", name.namespace_name);
    to.Add("name", name.name);
    AddTexts("refused", kubernetes::TextsOf(of.refused), to);
    AddTexts("tolerated", kubernetes::TextsOf(of.tolerated), to);
    AddTexts("lost", of.lost, to);
    AddTexts("defaults", of.added, to);
    to.EndObject();
    return text;
  }

  std::string EndKind(const KindResults& results) override {
    std::string text = summary_only_ ? "," : "],";
    json::Writer to(text);
    to.Add("read", results.counts.objects);
    AddEntries("refused", "cause", results.counts.refused, to);
    AddEntries("tolerated", "cause", results.counts.tolerated, to);
    AddEntries("lost", "path", results.counts.lost, to);
    AddEntries("defaults", "path", results.counts.added, to);
    if (!results.notes.empty()) to.Add("notes", results.notes);
    if (!results.failure.empty()) to.Add("error", results.failure);
    to.EndObject();
    return text;
  }

  std::string End(const StoredSummary& of) override {
    std::string text = "\n],\n\"summary\": ";
    json::Writer to(text);
    to.BeginObject().Add("kinds", of.kinds).Add("unread", of.unread_kinds).Add("objects", of.objects);
    to.Add("refused", of.refused).Add("tolerated", of.tolerated);
    to.Add("losing", of.losing_data).Add("defaulted", of.getting_defaults).EndObject();
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

namespace {

using findings::FileReport;
using findings::Finding;
using findings::PlacedError;
using findings::Severity;

// Writes the outcomes of stored objects as findings, in one of the formats of lint.
class StoredFindingsReport : public StoredReport {
 public:
  StoredFindingsReport(std::string_view form, bool losing_fails)
      : reporter_(findings::NewReporter(form, {"structural validate", rules::RulesForObjects()})),
        losing_(losing_fails ? Severity::kError : Severity::kWarning) {}

  std::string Begin() override { return reporter_->Begin(); }

  std::string Kind(const StoredKind& kind) override {
    kind_ = kind;
    return {};
  }

  std::string Object(const StoredName& name, const StoredOutcome& outcome) override;

  std::string EndKind(const KindResults&) override { return {}; }

  std::string End(const StoredSummary& summary) override {
    findings::Summary files;
    files.files = files.crds = summary.objects;
    files.unread_documents = summary.unread_kinds;
    return reporter_->End(files);
  }

  std::string Sentence(const StoredSummary& summary) const override {
    return NewStoredTextReport(true)->Sentence(summary);
  }

 private:
  void Add(std::string_view rule, Severity severity, PlacedError error, std::string_view more);

  const std::unique_ptr<findings::Reporter> reporter_;
  const Severity losing_;
  StoredKind kind_;
  FileReport file_;
  std::string about_;
};

void StoredFindingsReport::Add(std::string_view rule, Severity severity, PlacedError error, std::string_view more) {
  Finding finding;
  finding.rule = rule;
  finding.severity = severity;
  finding.at = {1, 1};
  finding.crd = about_;
  finding.path = std::move(error.path);
  finding.message = Printable(error.message.append(more));
  finding.server_message = Printable(error.server_message.append(more));
  file_.findings.push_back(std::move(finding));
}

std::string StoredFindingsReport::Object(const StoredName& name, const StoredOutcome& outcome) {
  file_ = {};
  file_.file = kind_.CollectionPath(name.namespace_name).substr(1) + "/" + name.name;
  about_ = kind_.kind + " " + name.Key();
  for (const kubernetes::FieldError& cause : outcome.refused) {
    const bool is_message = cause.kind == kubernetes::ErrorKind::kMessage;
    const std::string_view rule = is_message ? rules::kRefused.id : rules::RuleOfCause(cause.kind);
    Add(rule, Severity::kError, findings::ToPlacedError(cause), "");
  }
  for (const kubernetes::FieldError& cause : outcome.tolerated) {
    Add(rules::RuleOfCause(cause.kind), Severity::kWarning, findings::ToPlacedError(cause),
        " (tolerated until the value changes)");
  }
  for (const std::string& path : outcome.lost) {
    const std::string text = "unknown field \"" + path + "\", which the next write removes";
    Add(rules::kUnknownObjectField.id, losing_, {path, text, text}, "");
  }
  return reporter_->File(file_);
}

}  // namespace

std::unique_ptr<StoredReport> NewStoredFindingsReport(std::string_view form, bool losing_fails) {
  return std::make_unique<StoredFindingsReport>(form, losing_fails);
}

}  // namespace structural::cli
