#include "cli/scan/schema_tree.h"

#include <map>

#include "cli/tree/node.h"
#include "schema/base/quote.h"

namespace structural::scan {
namespace {

using model::JSONSchemaProps;
using tree::Node;

std::string TypeOf(const JSONSchemaProps& schema) {
  std::string type(schema.x_int_or_string ? "int-or-string" : schema.type);
  if (schema.nullable) type += "?";
  if (schema.x_preserve_unknown_fields.value_or(false)) type += "…";
  return type;
}

void AppendText(std::string_view text, std::string& to) {
  std::string quoted;
  base::AppendJsonString(text, quoted);
  for (const char c : quoted) {
    if (c == '<') {
      to += "\\u003c";
    } else {
      to += c;
    }
  }
}

void Append(const Node& node, std::string& to) {
  to += '[';
  AppendText(node.label, to);
  to += ',';
  AppendText(TypeOf(*node.schema), to);
  to += ",[";
  for (std::size_t i = 0; i < node.violations.size(); ++i) {
    to += (i == 0 ? "" : ",") + std::to_string(node.violations[i]);
  }
  to += ']';
  for (const auto& child : node.children) {
    to += ',';
    Append(*child, to);
  }
  to += ']';
}

std::string TreeOf(const JSONSchemaProps& schema, std::size_t version, const Row& row) {
  std::vector<std::string_view> paths;
  for (const Violation& violation : row.violations) paths.push_back(violation.path);
  const auto root = tree::SchemaTree(schema, version, paths);
  std::string text;
  Append(*root, text);
  return text;
}

}  // namespace

std::string SchemaTreeJson(const crd::CustomResourceDefinition& crd, const Row& row) {
  std::map<std::string, std::string_view> versions;  // by tree
  std::string text = "[";
  for (std::size_t i = 0; i < crd.versions.size(); ++i) {
    const crd::Version& version = crd.versions[i];
    text += i == 0 ? "{\"version\":" : ",{\"version\":";
    AppendText(version.name, text);
    if (version.schema != nullptr) {
      const auto [known, is_new] = versions.emplace(TreeOf(*version.schema, i, row), version.name);
      text += is_new ? ",\"tree\":" + known->first : ",\"same\":";
      if (!is_new) AppendText(known->second, text);
    }
    text += '}';
  }
  return text + "]";
}

}  // namespace structural::scan
