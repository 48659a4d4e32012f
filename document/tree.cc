#include "document/tree.h"

#include <algorithm>

#include "schema/base/quote.h"
#include "schema/json/reader.h"
#include "schema/json/scan.h"

namespace structural::document {
namespace {

// Returns the offset just after the closing quote of the string that begins at `at`.
std::size_t SkipString(std::string_view json, std::size_t at) {
  for (++at; json[at] != '"'; ++at) {
    if (json[at] == '\\') ++at;
  }
  return at + 1;
}

// Maximum number of children for a linear search, which is then as fast as an index.
constexpr std::uint32_t kMaxSearchedChildren = 32;

bool IsBetween(char c) { return c == ',' || c == ':' || json::IsJsonSpace(c); }

// Returns the offset after the scalar at `at`. It is always greater than `at`, even if the text is not valid JSON.
std::size_t SkipScalar(std::string_view json, std::size_t at) {
  if (json[at] == '"') return SkipString(json, at);
  for (++at; at < json.size(); ++at) {
    if (IsBetween(json[at]) || json[at] == '}' || json[at] == ']') break;
  }
  return at;
}

// Returns the JSON of the first value in the text.
std::string_view FirstValue(std::string_view text) {
  base::Arena arena;
  return json::JsonReader(text, arena).Skip();
}

// Skips spaces and commas.
void SkipBetween(std::string_view text, std::size_t& at) {
  while (at < text.size() && (text[at] == ',' || json::IsJsonSpace(text[at]))) ++at;
}

}  // namespace

Tree::Tree(std::string_view json) : json_(json) {
  struct Level {
    Node node;
    Node last_child = kNone;
  };
  std::vector<Level> levels;
  std::uint32_t key = 0;
  bool has_key = false;
  const auto add = [&](std::size_t at) {
    const auto node = static_cast<Node>(nodes_.size());
    const auto value = static_cast<std::uint32_t>(at);
    nodes_.push_back({has_key ? key : value, value});
    has_key = false;
    if (levels.empty()) return node;
    Level& level = levels.back();
    (level.last_child == kNone ? nodes_[level.node].first_child : nodes_[level.last_child].next) = node;
    ++nodes_[level.node].child_count;
    level.last_child = node;
    return node;
  };
  for (std::size_t at = 0; at < json.size();) {
    const char c = json[at];
    if (IsBetween(c)) {
      ++at;
    } else if (c == '{' || c == '[') {
      levels.push_back({add(at++)});
    } else if (c == '}' || c == ']') {
      levels.pop_back();
      ++at;
    } else if (c == '"' && !levels.empty() && IsObject(levels.back().node) && !has_key) {
      key = static_cast<std::uint32_t>(at);
      has_key = true;
      at = SkipString(json, at);
      auto& longest = nodes_[levels.back().node].max_key_bytes;
      longest = std::max(longest, static_cast<std::uint32_t>(at) - key);
    } else {
      add(at);
      at = SkipScalar(json, at);
    }
  }
}

std::string_view Tree::RawKey(const Item& item) const {
  return json_.substr(item.key, SkipString(json_, item.key) - item.key);
}

std::string Tree::Key(Node member) const { return StringValue(RawKey(nodes_[member])); }

std::string Tree::String(Node node) const {
  const std::size_t begin = nodes_[node].value;
  if (json_[begin] != '"') return {};
  return StringValue(json_.substr(begin, SkipString(json_, begin) - begin));
}

std::string_view Tree::Scalar(Node node) const {
  const std::size_t begin = nodes_[node].value;
  const std::size_t end = IsObject(node) || IsArray(node) ? begin + 1 : SkipScalar(json_, begin);
  return json_.substr(begin, end - begin);
}

bool Tree::IsTrueAt(Node object, std::string_view key) const {
  const Node node = Member(object, key);
  return node != kNone && IsTrue(node);
}

Tree::Node Tree::Member(Node object, std::string_view key) const {
  if (!IsObject(object)) return kNone;
  std::string raw;
  base::AppendJsonString(key, raw);  // writes the key as Builder does, so that equal keys have equal text
  if (nodes_[object].child_count > kMaxSearchedChildren) {
    const Index& index = IndexOf(object);
    const auto found = index.find(raw);
    return found == index.end() ? kNone : found->second;
  }
  for (Node node = FirstChild(object); node != kNone; node = Next(node)) {
    const Item& item = nodes_[node];
    if (json_.substr(item.key, raw.size()) == raw) return node;
  }
  return kNone;
}

const Tree::Index& Tree::IndexOf(Node object) const {
  Index& index = indexes_[object];
  if (!index.empty()) return index;
  for (Node node = FirstChild(object); node != kNone; node = Next(node)) {
    index.emplace(RawKey(nodes_[node]), node);
  }
  return index;
}

Tree::Node Tree::Element(Node array, std::size_t index) const {
  if (!IsArray(array) || index >= nodes_[array].child_count) return kNone;
  if (nodes_[array].child_count > kMaxSearchedChildren) return ElementsOf(array)[index];
  Node node = FirstChild(array);
  while (node != kNone && index-- > 0) node = Next(node);
  return node;
}

const std::vector<Tree::Node>& Tree::ElementsOf(Node array) const {
  std::vector<Node>& elements = elements_[array];
  if (!elements.empty()) return elements;
  elements.reserve(nodes_[array].child_count);
  for (Node node = FirstChild(array); node != kNone; node = Next(node)) elements.push_back(node);
  return elements;
}

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
