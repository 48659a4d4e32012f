#include "cli/fix/report.h"

#include <nlohmann/json.hpp>

#include "cli/fix/plan_json.h"
#include "cli/shared/wrap.h"

namespace structural::cli {
namespace {

std::string Line(std::string_view file, document::Position at, const fix::Item& item) {
  std::string line = document::PlaceText(file, at) + ": ";
  line.append(NameOf(item.impact)).append(" ").append(item.rule).append(": ").append(item.reason);
  const bool allowable = !item.done && item.impact != fix::ChangeImpact::kNeedsYou;
  if (allowable) line.append(" (needs --allow ").append(NameOf(item.impact)) += ')';
  return lint::Printable(line) + '\n';
}

// A file's name may be no UTF-8.
std::string Dump(const nlohmann::json& value) {
  return value.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

nlohmann::json PatchOfDocument(const CrdPlan& crd) {
  auto patch = nlohmann::json::parse(PatchAsJson(crd.plan));
  for (auto& edit : patch) {
    for (const char* pointer : {"path", "from"})
      if (edit.contains(pointer)) edit[pointer] = crd.inside + edit[pointer].get<std::string>();
  }
  return patch;
}

nlohmann::json ItemsOf(const CrdPlan& crd) {
  auto items = nlohmann::json::parse(ItemsAsJson(crd.plan.items));
  for (std::size_t i = 0; i < items.size(); ++i) {
    items[i]["path"] = crd.inside + crd.plan.items[i].path;
    items[i]["line"] = crd.places[i].line;
    items[i]["column"] = crd.places[i].column;
  }
  return items;
}

struct ImpactEffect {
  fix::ChangeImpact impact;
  std::string_view of_one, of_many;
};

constexpr ImpactEffect kEffects[] = {
    {fix::ChangeImpact::kSame, "keeps the set of accepted objects",
     "keep the set of accepted objects"},
    {fix::ChangeImpact::kTyped, "adds a type", "add a type"},
    {fix::ChangeImpact::kWider, "drops a check", "drop a check"},
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
  for (const CrdPlan& crd : plan.crds) {
    const nlohmann::json one = {{"file", file},          {"document", crd.document},
                                {"crd", crd.name},       {"edits", PatchOfDocument(crd)},
                                {"items", ItemsOf(crd)}, {"left", crd.plan.left}};
    text.append(text.empty() ? "" : ",\n").append(Dump(one));
  }
  return text;
}

std::string Counts(const FilePlan& plan, bool done, std::string_view word) {
  std::string counts;
  for (const auto& [impact, effect_of_one, effect] : kEffects) {
    std::size_t count = 0;
    for (const CrdPlan& crd : plan.crds) {
      for (const fix::Item& item : crd.plan.items)
        count += item.impact == impact && item.done == done;
    }
    if (count == 0) continue;
    counts.append(counts.empty() ? "" : "; ").append(std::to_string(count));
    counts.append(count == 1 ? " change " : " changes ").append(word);
    counts.append(" that ").append(count == 1 ? effect_of_one : effect);
  }
  return counts;
}

}  // namespace structural::cli
