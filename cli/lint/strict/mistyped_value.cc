#include "cli/lint/strict/mistyped_value.h"

#include <charconv>
#include <cmath>

#include "cli/lint/rules.h"

namespace structural::lint {

const rules::Rule kMistypedValue = {
    .id = "mistyped-value",
    .what = "A value in enum or default is of the schema's type.",
    .why =
        "No object can have a value of enum that is of another type, and new CRDs with such a "
        "default are refused. Without quotes on, off, yes, no, y and n are true and false in YAML "
        "1.1, as kubectl reads it, 012 is 10, and 1.10 is 1.1.",
    .fix =
        "Put the value in quotes where it is a text, correct the type, or move the enum of an "
        "array's "
        "elements into its items.",
    .section = &rules::kDocsValidation};

namespace {

using document::Tree;

bool Says(const Tree& tree, Tree::Node schema, std::string_view keyword) {
  const Tree::Node node = tree.Member(schema, keyword);
  return node != Tree::kNone && tree.IsTrue(node);
}

// 1.0 and 1e3 are, to servers.
bool IsInteger(std::string_view number) {
  double value = 0;
  const auto end = std::from_chars(number.data(), number.data() + number.size(), value);
  return end.ec != std::errc() || value == std::trunc(value);
}

// Of the schema's values, in words; empty: of any.
std::string TypeOf(const Tree& tree, Tree::Node schema) {
  if (Says(tree, schema, "x-kubernetes-int-or-string")) return "integer or string";
  const Tree::Node type = tree.Member(schema, "type");
  return type == Tree::kNone ? "" : tree.String(type);
}

bool Fits(std::string_view json, std::string_view type) {
  const char c = json.front();
  const bool is_number = c == '-' || (c >= '0' && c <= '9');
  if (type == "integer or string") return c == '"' || (is_number && IsInteger(json));
  if (type == "string") return c == '"';
  if (type == "boolean") return c == 't' || c == 'f';
  if (type == "number") return is_number;
  if (type == "integer") return is_number && IsInteger(json);
  if (type == "object") return c == '{';
  return type != "array" || c == '[';
}

std::string InWords(std::string_view json) {
  if (json == "{") return "an object";
  return json == "[" ? "a list" : std::string(json);
}

}  // namespace

void CheckMistypedValues(const SchemaAt& at, std::vector<StrictFinding>& found) {
  const Tree& tree = at.tree;
  if (at.structural == Tree::kNone || !tree.IsObject(at.structural)) return;
  const std::string type = TypeOf(tree, at.structural);
  const bool nullable = Says(tree, at.structural, "nullable");
  const auto check = [&](Tree::Node value, const std::string& path) {
    const std::string_view json = tree.Scalar(value);
    if (Fits(json, type) || (nullable && json == "null")) return;
    found.push_back(
        {kMistypedValue.id, value, at.path + path, InWords(json) + " is not of type " + type});
  };
  const Tree::Node fallback = tree.Member(at.node, "default");
  // null is no default.
  if (fallback != Tree::kNone && tree.Scalar(fallback) != "null") check(fallback, ".default");
  const Tree::Node list = tree.Member(at.node, "enum");
  if (list == Tree::kNone || !tree.IsArray(list)) return;
  std::size_t index = 0;
  for (auto item = tree.FirstChild(list); item != Tree::kNone; item = tree.Next(item)) {
    check(item, ".enum[" + std::to_string(index++) + "]");
  }
}

}  // namespace structural::lint
