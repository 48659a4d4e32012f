#include "cli/report/fix/file_plan.h"
#include "cli/shared/wrap.h"
#include "schema/base/text.h"

namespace structural::cli {
namespace {

// The flag by which the user chooses a repair for a rule.
struct ChoiceFlag {
  std::string_view rule, flag;
};

constexpr ChoiceFlag kChoiceFlags[] = {{"list-map-keys", "--list-map-keys"}, {"api-approved", "--api-approved"}};

// Returns a note with the flag that makes the change, such as " (needs --allow typed)"; empty if no
// flag makes it.
std::string FlagFor(const fix::Item& item) {
  if (item.impact != fix::ChangeImpact::kNeedsYou)
    return std::string(" (needs --allow ").append(NameOf(item.impact)) + ')';
  for (const auto& [rule, flag] : kChoiceFlags) {
    if (item.rule == rule) return std::string(" (choose with ").append(flag) + ')';
  }
  return {};
}

std::string Line(std::string_view file, document::Position at, const fix::Item& item) {
  std::string line = document::PlaceText(file, at) + ": ";
  line.append(NameOf(item.impact)).append(" ").append(item.rule).append(": ").append(item.reason);
  if (!item.done) line += FlagFor(item);
  return Printable(line) + '\n';
}

struct ImpactEffect {
  fix::ChangeImpact impact;
  std::string_view of_one, of_many;
};

constexpr ImpactEffect kEffects[] = {
    {fix::ChangeImpact::kSame, "keeps the set of accepted objects", "keep the set of accepted objects"},
    {fix::ChangeImpact::kTyped, "adds a type", "add a type"},
    {fix::ChangeImpact::kWider, "drops a check", "drop a check"},
    {fix::ChangeImpact::kStricter, "refuses objects that were accepted", "refuse objects that were accepted"},
    {fix::ChangeImpact::kDefaulted, "adds a default", "add a default"},
    {fix::ChangeImpact::kNeedsYou, "needs your decision", "need your decision"}};

}  // namespace

std::string ItemLines(std::string_view file, const FilePlan& plan, bool done) {
  std::string lines;
  for (const CrdPlan& crd : plan.crds) {
    for (std::size_t i = 0; i < crd.places.size(); ++i) {
      const fix::Item& item = crd.plan.items[i];
      if (done || !item.done) lines += Line(file, crd.places[i], item);
    }
  }
  return lines;
}

std::string AsJson(std::string_view file, const FilePlan& plan) {
  std::string text;
  json::Writer to(text);
  for (const CrdPlan& crd : plan.crds) {
    if (!text.empty()) text += ",\n";
    to.BeginObject().Add("crd", crd.name).Add("document", crd.document).Key("edits").BeginList();
    for (const auto* edits : {&crd.plan.edits, &crd.plan.moves}) {
      for (const fix::Edit& edit : *edits) AppendOperation(edit, crd.inside, to);
    }
    to.EndList().Add("file", file).Key("items").BeginList();
    for (std::size_t i = 0; i < crd.plan.items.size(); ++i) {
      AppendItem(crd.plan.items[i], crd.inside, &crd.places[i], to);
    }
    to.EndList().Add("left", crd.plan.left).EndObject();
  }
  return text;
}

std::string Counts(const FilePlan& plan, bool done, std::string_view word) {
  std::string counts;
  for (const auto& [impact, effect_of_one, effect] : kEffects) {
    std::size_t count = 0;
    for (const CrdPlan& crd : plan.crds) {
      for (const fix::Item& item : crd.plan.items) count += item.impact == impact && item.done == done;
    }
    if (count == 0) continue;
    base::AppendItem(counts, "; ", std::to_string(count));
    counts.append(count == 1 ? " change " : " changes ").append(word);
    counts.append(" that ").append(count == 1 ? effect_of_one : effect);
  }
  return counts;
}

void AppendOperation(const fix::Edit& edit, std::string_view inside, json::Writer& to) {
  to.BeginObject();
  if (!edit.from.empty()) to.Add("from", std::string(inside) + edit.from);
  to.Add("op", json::NameOf(edit.kind)).Add("path", std::string(inside) + edit.path);
  if (!edit.value.empty()) to.Key("value").Raw(edit.value);
  to.EndObject();
}

void AppendItem(const fix::Item& item, std::string_view inside, const document::Position* place, json::Writer& to) {
  to.BeginObject().Add("class", fix::NameOf(item.impact));
  if (place != nullptr) to.Add("column", place->column);
  to.Add("done", item.done);
  if (place != nullptr) to.Add("line", place->line);
  to.Add("path", std::string(inside) + item.path).Add("reason", item.reason);
  to.Add("rule", item.rule).EndObject();
}

}  // namespace structural::cli
