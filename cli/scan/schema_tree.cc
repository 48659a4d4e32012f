#include "cli/scan/schema_tree.h"

#include <map>
#include <memory>
#include <unordered_map>

#include "schema/base/path.h"
#include "schema/base/quote.h"

namespace structural::scan {
namespace {

using base::FieldPath;
using model::JSONSchemaProps;

struct Node {
  std::string label;
  std::string type;
  std::vector<std::size_t> violations = {};
  std::vector<std::unique_ptr<Node>> children = {};
};

std::string TypeOf(const JSONSchemaProps& schema) {
  std::string type(schema.x_int_or_string ? "int-or-string" : schema.type);
  if (schema.nullable) type += "?";
  if (schema.x_preserve_unknown_fields.value_or(false)) type += "…";
  return type;
}

class Builder {
 public:
  // Paths are remembered only where something is to be marked.
  explicit Builder(bool remembers) : remembers_(remembers) {}

  std::unique_ptr<Node> Build(std::string label, const JSONSchemaProps& schema,
                              const FieldPath& path);
  // The node that stands at the path, or nearest above; null: it is outside of the schema.
  Node* At(std::string_view path) const;

 private:
  void Add(Node& node, std::string label, const JSONSchemaProps& schema, const FieldPath& path) {
    node.children.push_back(Build(std::move(label), schema, path));
  }
  void AddList(Node& node, std::string_view name, const model::List<JSONSchemaProps>& list,
               const FieldPath& path);

  const bool remembers_;
  std::unordered_map<std::string, Node*> by_path_;
};

void Builder::AddList(Node& node, std::string_view name, const model::List<JSONSchemaProps>& list,
                      const FieldPath& path) {
  for (std::size_t i = 0; i < list.size(); ++i) {
    Add(node, std::string(name) + "[" + std::to_string(i) + "]", *list[i], path.Child(name, i));
  }
}

std::unique_ptr<Node> Builder::Build(std::string label, const JSONSchemaProps& schema,
                                     const FieldPath& path) {
  auto node = std::make_unique<Node>(Node{std::move(label), TypeOf(schema)});
  if (remembers_) by_path_[path.String()] = node.get();
  for (const auto& [key, property] : schema.properties) {
    Add(*node, std::string(key), *property, path.Child("properties", key));
  }
  if (schema.items != nullptr && schema.items->schema != nullptr) {
    Add(*node, "[]", *schema.items->schema, path.Child("items"));
  }
  if (schema.additional_properties != nullptr && schema.additional_properties->schema != nullptr) {
    Add(*node, "{}", *schema.additional_properties->schema, path.Child("additionalProperties"));
  }
  AddList(*node, "allOf", schema.values->all_of, path);
  AddList(*node, "anyOf", schema.values->any_of, path);
  AddList(*node, "oneOf", schema.values->one_of, path);
  if (schema.values->not_schema != nullptr) {
    Add(*node, "not", *schema.values->not_schema, path.Child("not"));
  }
  return node;
}

// Keys may hold dots and brackets, so every place where a segment could begin is tried.
Node* Builder::At(std::string_view path) const {
  while (true) {
    const auto found = by_path_.find(std::string(path));
    if (found != by_path_.end()) return found->second;
    const auto end = path.find_last_of(".[");
    if (end == std::string_view::npos) return nullptr;
    path = path.substr(0, end);
  }
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
  AppendText(node.type, to);
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
  const FieldPath spec("spec");
  const FieldPath of_version = spec.Child("versions", version);
  const FieldPath of_schema = of_version.Child("schema");
  const FieldPath path = of_schema.Child("openAPIV3Schema");
  const std::string prefix = path.String();
  Builder builder(!row.violations.empty());
  const auto root = builder.Build("openAPIV3Schema", schema, path);
  for (std::size_t i = 0; i < row.violations.size(); ++i) {
    if (!row.violations[i].path.starts_with(prefix)) continue;
    if (Node* node = builder.At(row.violations[i].path)) node->violations.push_back(i);
  }
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
