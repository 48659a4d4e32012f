#include "cli/fix/plan_json.h"

#include "schema/base/quote.h"

namespace structural::cli {
namespace {

void AppendMember(std::string_view key, std::string_view text, std::string& to) {
  to.append(to.back() == '{' ? "\"" : ",\"").append(key).append("\":");
  base::AppendJsonString(text, to);
}

void AppendEdits(std::span<const fix::Edit> edits, std::string& json) {
  for (const fix::Edit& edit : edits) {
    json += json.size() == 1 ? "{" : ",{";
    AppendMember("op", json::NameOf(edit.kind), json);
    AppendMember("path", edit.path, json);
    if (!edit.from.empty()) AppendMember("from", edit.from, json);
    if (!edit.value.empty()) json.append(",\"value\":").append(edit.value);
    json += '}';
  }
}

}  // namespace

std::string PatchAsJson(const fix::Plan& plan) {
  std::string json = "[";
  AppendEdits(plan.edits, json);
  AppendEdits(plan.moves, json);
  return json += ']';
}

std::string ItemsAsJson(std::span<const fix::Item> items) {
  std::string json = "[";
  for (const fix::Item& item : items) {
    json += json.size() == 1 ? "{" : ",{";
    AppendMember("rule", item.rule, json);
    AppendMember("class", fix::NameOf(item.impact), json);
    AppendMember("path", item.path, json);
    AppendMember("reason", item.reason, json);
    json += item.done ? ",\"done\":true}" : ",\"done\":false}";
  }
  return json += ']';
}

}  // namespace structural::cli
