#include "document/json_parts.h"

#include "schema/json/reader.h"
#include "schema/json/scan.h"

namespace structural::document {
namespace {

// The value that begins the text.
std::string_view FirstValue(std::string_view text) {
  base::Arena arena;
  return json::JsonReader(text, arena).Skip();
}

// Steps over spaces and commas.
void SkipBetween(std::string_view text, std::size_t& at) {
  while (at < text.size() && (text[at] == ',' || json::IsJsonSpace(text[at]))) ++at;
}

}  // namespace

std::vector<JsonMember> Members(std::string_view object) {
  std::vector<JsonMember> members;
  if (!object.starts_with('{')) return members;
  std::size_t at = 1;
  for (SkipBetween(object, at); at < object.size() && object[at] == '"'; SkipBetween(object, at)) {
    const std::string_view key = FirstValue(object.substr(at));
    at += key.size();
    while (at < object.size() && (object[at] == ':' || json::IsJsonSpace(object[at]))) ++at;
    const std::string_view value = FirstValue(object.substr(at));
    if (key.empty() || value.empty()) break;
    at += value.size();
    members.push_back({key, value});
  }
  return members;
}

std::vector<std::string_view> Elements(std::string_view list) {
  std::vector<std::string_view> elements;
  if (!list.starts_with('[')) return elements;
  std::size_t at = 1;
  for (SkipBetween(list, at); at < list.size() && list[at] != ']'; SkipBetween(list, at)) {
    const std::string_view value = FirstValue(list.substr(at));
    if (value.empty()) break;
    at += value.size();
    elements.push_back(value);
  }
  return elements;
}

std::string StringValue(std::string_view string) {
  const std::string_view raw = string.substr(1, string.size() - 2);
  return json::UnescapeJsonString(raw);
}

}  // namespace structural::document
