#include "webhook/fields_v1.h"

#include <algorithm>
#include <string>
#include <vector>

#include "schema/json/parse.h"
#include "schema/json/write.h"

namespace structural::webhook {
namespace {

using json::Member;
using json::Value;

constexpr std::string_view kItem = "k:";

// As Go's encoding/json writes texts unless it is told otherwise.
std::string HtmlEscaped(std::string_view json) {
  std::string text;
  for (const char c : json) {
    if (c == '<') {
      text += "\\u003c";
    } else if (c == '>') {
      text += "\\u003e";
    } else if (c == '&') {
      text += "\\u0026";
    } else {
      text += c;
    }
  }
  return text;
}

// The keys of an item as JSON; empty: it lacks one. `like` has the same keys with other values.
std::string KeyOf(const Value& item, const Value& like) {
  std::vector<Member> parts;
  for (const Member& part : like.members()) {
    const Value* found = item.Find(part.key);
    if (found == nullptr) return {};
    parts.push_back({part.key, *found});
  }
  std::string text;
  json::AppendJson(Value::Object(parts), text);
  return text;
}

}  // namespace

std::string_view FieldElement(std::string_view key, base::Arena& arena) {
  return arena.Copy(std::string_view(std::string("f:").append(key)));
}

// Looked up by its text: lists are long.
std::string_view ItemElement(const Value& item, const Value& owned, base::Arena& arena) {
  const auto like = std::ranges::find_if(
      owned.members(), [](const Member& member) { return member.key.starts_with(kItem); });
  if (like == owned.members().end()) return {};
  const auto keys = json::Parser(arena).Parse(like->key.substr(kItem.size()));
  if (!keys.ok() || !keys->is_object()) return {};
  const std::string key = KeyOf(item, *keys);
  for (const std::string& written : {key, HtmlEscaped(key)}) {
    const std::string element = std::string(kItem) + written;
    if (owned.Find(element) != nullptr) return arena.Copy(std::string_view(element));
  }
  return {};
}

void DropElement(std::string_view element, Value& owned) {
  const auto rest = std::ranges::remove(owned.members(), element, &Member::key);
  owned.Truncate(owned.members().size() - rest.size());
}

void AddElement(std::string_view element, Value& owned, base::Arena& arena) {
  if (owned.Find(element) != nullptr) return;
  std::vector<Member> members(owned.members().begin(), owned.members().end());
  const auto place = std::ranges::lower_bound(members, element, {}, &Member::key);
  members.insert(place, {element, Value::Object({})});
  owned = Value::Object(arena.Copy(std::span<const Member>(members)));
}

}  // namespace structural::webhook
