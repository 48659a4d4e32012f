// {"crds": […], "summary": {…}}
#include <utility>

#include "cli/diff/diff.h"
#include "schema/compare/json_form.h"
#include "schema/json/write.h"

namespace structural::cli {
namespace {

constexpr std::string_view kStates[] = {"changed", "added", "removed"};

void AddPlace(std::string_view key, const std::string& file, document::Position at, json::Writer& to) {
  to.Key(key).BeginObject().Add("file", file).Add("line", at.line).Add("column", at.column).EndObject();
}

void AddMet(const AffectedObjects& met, json::Writer& to) {
  to.Key("stored").BeginObject();
  for (std::size_t i = 0; i < kStoredEffects; ++i) {
    if (met[i].objects == 0) continue;
    to.Key(kAllStoredEffects[i].name)
        .BeginObject()
        .Add("objects", met[i].objects)
        .Add("first", met[i].first)
        .EndObject();
  }
  to.EndObject();
}

void AddStored(const StoredPart& stored, json::Writer& to) {
  to.Key("stored").BeginObject().Add("version", stored.version).Add("objects", stored.counts.objects);
  for (const StoredEffect& fate : kAllStoredEffects) to.Add(fate.name, (stored.counts.*fate.counts).objects());
  to.Add("others", OthersOf(stored)).Add("notes", stored.notes).Add("error", stored.failure).EndObject();
}

void AddSummary(const StoredSummary& stored, json::Writer& to) {
  to.Key("stored").BeginObject().Add("kinds", stored.kinds).Add("unread", stored.unread);
  to.Add("objects", stored.objects);
  for (const StoredEffect& fate : kAllStoredEffects) to.Add(fate.name, stored.*fate.total);
  to.EndObject();
}

class JsonDiffReporter : public DiffReporter {
 public:
  explicit JsonDiffReporter(bool texts) : texts_(texts) {}

  std::string Begin() override { return "{\"crds\": ["; }

  std::string Add(const CrdDiff& diff) override {
    std::string text = std::exchange(separator_, ",\n");
    json::Writer to(text);
    to.BeginObject().Add("name", diff.name);
    to.Add("state", diff.changed() ? kStates[static_cast<int>(diff.state)] : "same");
    to.Add("fails", diff.fails).Add("complete", diff.complete && diff.searched).Add("error", diff.error);
    if (!diff.renamed_from.empty()) to.Add("renamedFrom", diff.renamed_from);
    to.Add("beforeFile", diff.before_file).Add("afterFile", diff.after_file);
    to.Key("versions").BeginList();
    for (const auto& version : diff.versions) compare::AddVersion(version, to);
    to.EndList().Key("changes").BeginList();
    for (const DiffEntry& entry : diff.entries) AddEntry(diff, entry, to);
    to.EndList().Key("refusals").BeginList();
    for (const findings::Finding& finding : diff.refusals) AddRefusal(diff, finding, to);
    to.EndList();
    if (diff.stored) AddStored(*diff.stored, to);
    to.EndObject();
    return text;
  }

  std::string End(const DiffTotals& totals) override {
    std::string text = "\n],\n\"summary\": ";
    json::Writer to(text);
    to.BeginObject().Add("crds", totals.crds).Add("changed", totals.changed);
    to.Add("failed", totals.failing).Add("unread", totals.unread).Key("claims").BeginObject();
    for (const auto& [claim, count] : totals.claims) to.AnyKey(claim).Add(count);
    to.EndObject();
    if (totals.stored) AddSummary(*totals.stored, to);
    to.EndObject();
    return text + "}\n";
  }

 private:
  void AddEntry(const CrdDiff& diff, const DiffEntry& entry, json::Writer& to) const {
    if (!texts_ && entry.change.aspect == compare::Aspect::kTexts) return;
    const Claim& claim = ClaimOf(entry.change);
    to.BeginObject().Add("claim", claim.id).Add("sentence", claim.one).Add("fails", entry.fails);
    compare::AddMembers(entry.change, to);
    AddPlace("beforePlace", diff.before_file, entry.before, to);
    AddPlace("afterPlace", diff.after_file, entry.after, to);
    if (diff.stored && entry.change.version == diff.stored->version) AddMet(entry.met, to);
    to.EndObject();
  }

  static void AddRefusal(const CrdDiff& diff, const findings::Finding& finding, json::Writer& to) {
    to.BeginObject().Add("rule", finding.rule).Add("severity", findings::Name(finding.severity));
    to.Add("path", finding.path).Add("message", finding.message);
    AddPlace("place", diff.after_file, finding.at, to);
    to.EndObject();
  }

  const bool texts_;
  std::string separator_ = "\n";
};

}  // namespace

std::unique_ptr<DiffReporter> NewJsonDiffReporter(const DiffOptions& options) {
  return std::make_unique<JsonDiffReporter>(options.texts);
}

}  // namespace structural::cli
