// {"crd": C, "allow": "wider"} -> what to change so that C is structural, or in v1, too.
#include "cli/batch/batch.h"
#include "cli/fix/file_plan.h"
#include "cli/fix/plan_json.h"
#include "schema/fix/upgrade.h"
#include "schema/json/parse.h"
#include "schema/json/write.h"

namespace structural::cli {
namespace {

using Planning = base::Result<fix::Plan> (*)(std::string_view crd, fix::ChangeImpact most);

base::Result<std::string> Planned(std::string_view text, base::Arena& arena, Planning make_plan) {
  const auto line = json::Parser(arena).Parse(text);
  if (!line.ok()) return line.error();
  const json::Value* crd = line->Find("crd");
  if (crd == nullptr) return {base::ErrorCode::kInvalidInput, "the line has no crd"};
  const json::Value* allow = line->Find("allow");
  const auto most =
      fix::ImpactNamed(allow != nullptr && allow->is_string() ? allow->text() : "wider");
  if (!most) return {base::ErrorCode::kInvalidInput, "allow must be same, typed or wider"};
  std::string json;
  json::AppendJson(*crd, json);
  const auto plan = make_plan(json, *most);
  if (!plan.ok()) return plan.error();
  return "{\"crd\":" + plan->fixed + ",\"edits\":" + PatchAsJson(*plan) +
         ",\"items\":" + ItemsAsJson(plan->items) + ",\"left\":" + std::to_string(plan->left) + "}";
}

}  // namespace

base::Result<std::string> BatchFix(std::string_view text, base::Arena& arena) {
  return Planned(text, arena, fix::MakePlan);
}

base::Result<std::string> BatchUpgrade(std::string_view text, base::Arena& arena) {
  return Planned(text, arena, fix::MakeUpgrade);
}

}  // namespace structural::cli
