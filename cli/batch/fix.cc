// For {"crd": C, "allow": "wider"}: returns the changes that make C structural, or a CRD in v1, and
// the remaining errors of a server.
#include <span>

#include "cli/batch/batch.h"
#include "cli/report/fix/refusals.h"
#include "schema/fix/upgrade.h"
#include "schema/json/value.h"
#include "schema/json/write.h"

namespace structural::cli {
namespace {

void AppendEdits(std::span<const fix::Edit> edits, json::Writer& to) {
  for (const fix::Edit& edit : edits) {
    to.BeginObject().Add("op", json::NameOf(edit.kind)).Add("path", edit.path);
    if (!edit.from.empty()) to.Add("from", edit.from);
    if (!edit.value.empty()) to.Key("value").Raw(edit.value);
    to.EndObject();
  }
}

// `refused`: number of items at the end of the plan that are about a server's errors.
std::string Answer(const fix::Plan& plan, std::size_t left, std::size_t refused) {
  json::Writer to;
  to.BeginObject().Key("crd").Raw(plan.fixed).Key("edits").BeginList();
  AppendEdits(plan.edits, to);
  AppendEdits(plan.moves, to);
  to.EndList().Key("items").BeginList();
  const std::span<const fix::Item> items = plan.items;
  for (const fix::Item& item : items.first(items.size() - refused)) {
    to.BeginObject().Add("rule", item.rule).Add("class", fix::NameOf(item.impact));
    to.Add("path", item.path).Add("reason", item.reason).Add("done", item.done).EndObject();
  }
  to.EndList().Add("left", left).Key("refused").BeginList();
  for (const fix::Item& item : items.last(refused)) {
    to.BeginObject().Add("rule", item.rule).Add("path", item.path).Add("reason", item.reason);
    to.EndObject();
  }
  return to.EndList().EndObject().Take();
}

using Planning = base::Result<fix::Plan> (*)(std::string_view crd, fix::ChangeImpact most, const fix::Choices& choices);

base::Result<std::string> Planned(std::string_view text, base::Arena& arena, Planning make_plan) {
  const auto line = json::Parser(arena).Parse(text);
  if (!line.ok()) return line.error();
  const json::Value* crd = line->Find("crd");
  if (crd == nullptr) return {base::ErrorCode::kInvalidInput, "the line has no crd"};
  const json::Value* allow = line->Find("allow");
  const auto most = fix::ParseImpact(allow != nullptr && allow->is_string() ? allow->text() : "wider");
  if (!most) return {base::ErrorCode::kInvalidInput, "allow must be same, typed or wider"};
  std::string json;
  json::AppendJson(*crd, json);
  auto plan = make_plan(json, *most, {});
  if (!plan.ok()) return plan.error();
  const std::size_t left = plan->left, items = plan->items.size();
  AddRefusals(json, *plan);
  return Answer(*plan, left, plan->items.size() - items);
}

}  // namespace

base::Result<std::string> BatchFix(std::string_view text, base::Arena& arena) {
  return Planned(text, arena, fix::MakePlan);
}

base::Result<std::string> BatchUpgrade(std::string_view text, base::Arena& arena) {
  return Planned(text, arena, fix::MakeUpgrade);
}

}  // namespace structural::cli
