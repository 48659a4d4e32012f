#include "cli/suites/suite_reader.h"

#include <algorithm>
#include <utility>
#include <variant>

#include "cli/shared/wrap.h"
#include "document/lines.h"
#include "document/reader.h"
#include "schema/base/arena.h"
#include "schema/base/quote.h"
#include "schema/json/reader.h"

namespace structural::cli {

using document::Position;
using document::Tree;

namespace {

constexpr std::size_t kMostProblems = 100;  // of a file; the first ones

}  // namespace

void SuiteReader::Add(Position at, std::string message, bool error) {
  failed_ |= error;
  if (problems_.size() < kMostProblems) problems_.push_back({at, Printable(message), error});
}

void SuiteReader::CheckKeys(Node object, std::span<const std::string_view> known, bool error) {
  for (Node member = tree_.FirstChild(object); member != Tree::kNone; member = tree_.Next(member)) {
    const std::string key = tree_.Key(member);
    if (std::ranges::find(known, key) != known.end()) continue;
    std::string message = "unknown field " + base::Quote(key);
    const std::string_view near = MostSimilar(key, known);
    if (!near.empty()) message.append("; did you mean ").append(base::Quote(near)).append("?");
    Add(document_.At(tree_.Offset(member)), std::move(message), error);
  }
}

void SuiteReader::CheckRepeatedKeys(const document::Document& document, std::uint32_t line) {
  for (const auto& key : document.duplicates) {
    const Position at{line + key.second.line, key.second.column};
    Add(at, "the key " + base::Quote(key.key) + " is already in line " + std::to_string(line + key.first.line),
        true);
  }
}

std::vector<std::string> SuiteReader::KeysOf(Node object) const {
  std::vector<std::string> keys;
  for (Node member = tree_.FirstChild(object); member != Tree::kNone; member = tree_.Next(member))
    keys.push_back(tree_.Key(member));
  return keys;
}

SuiteReader::Node SuiteReader::Present(Node object, std::string_view key) const {
  if (!tree_.IsObject(object)) return Tree::kNone;
  const Node member = tree_.Member(object, key);
  return member == Tree::kNone || tree_.Scalar(member) == "null" ? Tree::kNone : member;
}

Position SuiteReader::PlaceIn(Node object, std::string_view key) const {
  const Node member = Present(object, key);
  return member == Tree::kNone ? PlaceOf(object) : document_.At(tree_.Offset(member));
}

std::string SuiteReader::Text(Node object, std::string_view key) {
  const Node member = Present(object, key);
  if (member == Tree::kNone) return {};
  if (IsText(member)) return tree_.String(member);
  Fail(member, base::Quote(key) + " must be a string");
  return {};
}

std::vector<std::string> SuiteReader::Texts(Node object, std::string_view key) {
  const Node member = Present(object, key);
  if (member == Tree::kNone) return {};
  if (IsText(member)) return {tree_.String(member)};
  std::vector<std::string> texts;
  bool all = tree_.IsArray(member);
  for (Node each = tree_.FirstChild(member); all && each != Tree::kNone; each = tree_.Next(each)) {
    all = IsText(each);
    texts.push_back(tree_.String(each));
  }
  if (all) return texts;
  Fail(member, base::Quote(key) + " must be a string or a list of strings");
  return {};
}

std::string_view SuiteReader::Json(Node node) const {
  base::Arena arena;
  json::JsonReader in(std::string_view(document_.json).substr(tree_.ValueOffset(node)), arena);
  return in.Skip();
}

std::string SuiteReader::List(Node object, std::string_view key) {
  const Node member = Present(object, key);
  if (member == Tree::kNone) return {};
  if (tree_.IsArray(member)) return std::string(Json(member));
  Fail(member, base::Quote(key) + " must be a list");
  return {};
}

std::string SuiteReader::Object(Node object, std::string_view key) {
  const Node member = Present(object, key);
  if (member == Tree::kNone) return {};
  if (tree_.IsObject(member)) return std::string(Json(member));
  if (IsText(member)) return YamlIn(member, key);
  Fail(member, base::Quote(key) + " must be an object");
  return {};
}

// The text of a block scalar begins in the line behind its `|`.
std::uint32_t SuiteReader::LinesBefore(Position scalar) const {
  document::Lines lines(text_);
  const std::string_view line = lines[scalar.line];
  const auto indicator = lines.Around(scalar, 1);
  const bool block = indicator.text.starts_with('|') || indicator.text.starts_with('>');
  return block && !line.empty() ? scalar.line : scalar.line - 1;
}

std::string SuiteReader::YamlIn(Node node, std::string_view key) {
  const std::string yaml = tree_.String(node);
  if (yaml.find_first_not_of(" \t\r\n") == std::string::npos) return {};
  const Position at = PlaceOf(node);
  auto read = document::ReadYaml(yaml);
  if (const auto* problem = std::get_if<document::Problem>(&read)) {
    const Position inside{LinesBefore(at) + problem->at.line, at.column};
    Add({inside.line, 1}, base::Quote(key) + " is not YAML: " + problem->message, true);
    return {};
  }
  auto& document = std::get<document::Document>(read);
  if (checks_repeated_keys_) CheckRepeatedKeys(document, LinesBefore(at));
  if (document.json.starts_with('{')) return std::move(document.json);
  Fail(node, base::Quote(key) + " must be an object");
  return {};
}

void SuiteReader::ForEach(Node object, std::string_view key,
                          const std::function<void(Node, std::size_t)>& visit) {
  const Node list = Present(object, key);
  if (list == Tree::kNone) return;
  if (!tree_.IsArray(list)) return Fail(list, base::Quote(key) + " must be a list");
  std::size_t index = 0;
  for (Node each = tree_.FirstChild(list); each != Tree::kNone; each = tree_.Next(each)) {
    if (tree_.IsObject(each)) {
      visit(each, index);
    } else {
      Fail(each, "an element of " + base::Quote(key) + " must be an object");
    }
    ++index;
  }
}

}  // namespace structural::cli
