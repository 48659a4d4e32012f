#include "cli/objects/suites/suite_reader.h"

#include <utility>
#include <variant>

#include "document/lines.h"
#include "document/reader.h"
#include "schema/base/arena.h"
#include "schema/base/quote.h"
#include "schema/json/reader.h"

namespace structural::cli {

using document::Position;
using document::Tree;

std::string_view SuiteReader::Json(Node node) const {
  base::Arena arena;
  json::JsonReader in(std::string_view(document().json).substr(tree().ValueOffset(node)), arena);
  return in.Skip();
}

void SuiteReader::RefuseEmpty(Node object, std::string_view key, bool empty_object) {
  const Node member = tree().Member(object, key);
  if (member == Tree::kNone) return;
  const auto is_empty = [&](Node node) {
    if (IsText(node)) return tree().String(node).find_first_not_of(" \t\r\n") == std::string::npos;
    if (tree().Scalar(node) == "null") return true;
    return tree().FirstChild(node) == Tree::kNone && (tree().IsArray(node) || (tree().IsObject(node) && !empty_object));
  };
  bool empty = is_empty(member);
  for (Node each = tree().FirstChild(member); tree().IsArray(member) && each != Tree::kNone; each = tree().Next(each))
    empty |= IsText(each) && is_empty(each);
  if (empty) Fail(member, base::Quote(key) + " is empty; remove it, or write what it demands");
}

bool SuiteReader::Flag(Node object, std::string_view key) {
  const Node member = Present(object, key);
  if (member == Tree::kNone) return false;
  const std::string_view word = tree().Scalar(member);
  if (word != "true" && word != "false") Fail(member, base::Quote(key) + " must be true or false");
  return word == "true";
}

std::string SuiteReader::FieldOwners(Node object, std::string_view key, bool or_null) {
  const Node member = Present(object, key);
  if (member == Tree::kNone) return {};
  if (!tree().IsObject(member)) {
    Fail(member, base::Quote(key) + " must be an object with the owners of fields");
    return {};
  }
  for (Node field = tree().FirstChild(member); field != Tree::kNone; field = tree().Next(field)) {
    const std::string name = tree().Key(field);
    if (!name.starts_with('.')) Fail(field, "a field begins with a dot, as in conflicts: " + base::Quote("." + name));
    if (!or_null || tree().Scalar(field) != "null") RefuseEmpty(member, name, false);
    (void)Texts(member, name);
  }
  return std::string(Json(member));
}

std::string SuiteReader::List(Node object, std::string_view key) {
  const Node member = Present(object, key);
  if (member == Tree::kNone) return {};
  if (tree().IsArray(member)) return std::string(Json(member));
  Fail(member, base::Quote(key) + " must be a list");
  return {};
}

std::string SuiteReader::Object(Node object, std::string_view key) {
  const Node member = Present(object, key);
  if (member == Tree::kNone) return {};
  if (tree().IsObject(member)) return std::string(Json(member));
  if (IsText(member)) return YamlIn(member, key);
  Fail(member, base::Quote(key) + " must be an object");
  return {};
}

// The text of a block scalar begins on the line after its `|`.
std::uint32_t SuiteReader::LinesBefore(Position scalar) const {
  document::Lines lines(text_);
  const std::string_view line = lines[scalar.line];
  const auto indicator = lines.Around(scalar, 1);
  const bool block = indicator.text.starts_with('|') || indicator.text.starts_with('>');
  return block && !line.empty() ? scalar.line : scalar.line - 1;
}

std::string SuiteReader::YamlIn(Node node, std::string_view key) {
  const std::string yaml = tree().String(node);
  if (yaml.find_first_not_of(" \t\r\n") == std::string::npos) return {};
  const Position at = PlaceOf(node);
  auto read = document::ReadYaml(yaml);
  if (const auto* problem = std::get_if<document::Problem>(&read)) {
    const Position inside{LinesBefore(at) + problem->at.line, at.column};
    Add({inside.line, 1}, base::Quote(key) + " is not YAML: " + problem->message, true);
    return {};
  }
  auto& document = std::get<document::Document>(read);
  if (document.ignored_at) {
    Add({LinesBefore(at) + document.ignored_at->line, 1}, base::Quote(key) + " must be one document", true);
    return {};
  }
  if (checks_repeated_keys_) ObjectReader::CheckRepeatedKeys(document, LinesBefore(at));
  if (document.json.starts_with('{')) return std::move(document.json);
  Fail(node, base::Quote(key) + " must be an object");
  return {};
}

}  // namespace structural::cli
