#include "cli/report/tree/tree.h"

#include <algorithm>
#include <set>

#include "schema/crd/evaluate.h"

namespace structural::tree {
namespace {

using crd::JSONSchemaProps;
using kubernetes::Violation;

std::unique_ptr<Node> Build(Kind kind, std::string label, const JSONSchemaProps& schema);

Node& Add(Node& node, Kind kind, std::string label, const JSONSchemaProps& schema) {
  return *node.children.emplace_back(Build(kind, std::move(label), schema));
}

void AddList(Node& node, std::string_view name, const crd::List<JSONSchemaProps>& list) {
  for (std::size_t i = 0; i < list.size(); ++i) {
    Add(node, Kind::kJunctor, std::string(name) + "[" + std::to_string(i) + "]", *list[i]);
  }
}

// Properties must be first, because PropertyAt depends on it.
std::unique_ptr<Node> Build(Kind kind, std::string label, const JSONSchemaProps& schema) {
  auto node = std::make_unique<Node>(Node{kind, std::move(label), &schema});
  std::vector<std::string_view> required(schema.required.begin(), schema.required.end());
  std::ranges::sort(required);
  for (const auto& [key, property] : schema.properties) {
    Add(*node, Kind::kProperty, std::string(key), *property).required = std::ranges::binary_search(required, key);
    node->longest_name = std::max(node->longest_name, key.size());
  }
  if (schema.items != nullptr && schema.items->schema != nullptr) {
    Add(*node, Kind::kElement, "[]", *schema.items->schema);
  }
  if (schema.additional_properties != nullptr && schema.additional_properties->schema != nullptr) {
    Add(*node, Kind::kElement, "{}", *schema.additional_properties->schema);
  }
  AddList(*node, "allOf", schema.values->all_of);
  AddList(*node, "anyOf", schema.values->any_of);
  AddList(*node, "oneOf", schema.values->one_of);
  if (schema.values->not_schema != nullptr) {
    Add(*node, Kind::kJunctor, "not", *schema.values->not_schema);
  }
  return node;
}

// Returns whether the path begins with the step, and the step ends there.
bool BeginsWithStep(std::string_view path, std::string_view step) {
  return path.starts_with(step) && (path.size() == step.size() || path[step.size()] == '.' || path[step.size()] == '[');
}

struct Step {
  Node* node = nullptr;
  std::string_view rest;
};

// Keys can contain dots and brackets: the longest matching key is used.
Step PropertyAt(const Node& node, std::string_view path) {
  constexpr std::string_view kStep = ".properties[";
  Step longest;
  if (!path.starts_with(kStep)) return longest;
  const auto& properties = node.schema->properties;
  for (auto end = path.find(']'); end != std::string_view::npos; end = path.find(']', end + 1)) {
    if (end - kStep.size() > node.longest_name) break;
    if (!BeginsWithStep(path, path.substr(0, end + 1))) continue;
    const std::string_view key = path.substr(kStep.size(), end - kStep.size());
    const auto at = std::ranges::lower_bound(properties, key, {}, &crd::Map<JSONSchemaProps>::Entry::key);
    if (at == properties.end() || at->key != key) continue;
    const auto index = static_cast<std::size_t>(at - properties.begin());
    longest = {node.children[index].get(), path.substr(end + 1)};
  }
  return longest;
}

Step OtherAt(const Node& node, std::string_view path) {
  for (std::size_t i = node.schema->properties.size(); i < node.children.size(); ++i) {
    Node& child = *node.children[i];
    const std::string_view step = child.kind == Kind::kJunctor ? std::string_view(child.label)
                                  : child.label == "[]"        ? "items"
                                                               : "additionalProperties";
    if (path.starts_with('.') && BeginsWithStep(path.substr(1), step)) return {&child, path.substr(1 + step.size())};
  }
  return {};
}

// Returns the node at the path, which begins below `node`, or the nearest one above.
Node& NodeAt(Node& node, std::string_view path) {
  Step step{&node, path};
  while (true) {
    Step next = PropertyAt(*step.node, step.rest);
    if (next.node == nullptr) next = OtherAt(*step.node, step.rest);
    if (next.node == nullptr) return *step.node;
    step = next;
  }
}

std::vector<Violation> EachOnce(std::vector<Violation> violations) {
  std::set<std::string> seen;
  std::erase_if(violations, [&](const Violation& each) { return !seen.insert(each.Text()).second; });
  return violations;
}

}  // namespace

std::unique_ptr<Node> SchemaTree(const JSONSchemaProps& schema, std::size_t version,
                                 std::span<const std::string_view> violations) {
  const std::string path = "spec.versions[" + std::to_string(version) + "].schema.openAPIV3Schema";
  auto root = Build(Kind::kRoot, "openAPIV3Schema", schema);
  for (std::size_t i = 0; i < violations.size(); ++i) {
    if (!BeginsWithStep(violations[i], path)) continue;
    NodeAt(*root, violations[i].substr(path.size())).violations.push_back(i);
  }
  return root;
}

std::vector<std::size_t> CrdTree::OutsideOfSchemas() const {
  std::vector<std::size_t> outside;
  for (std::size_t i = 0; i < violations.size(); ++i) {
    if (!violations[i].field().starts_with("spec.versions[")) outside.push_back(i);
  }
  return outside;
}

CrdTree TreesOf(const crd::CustomResourceDefinition& crd, std::string_view version, base::Arena& arena) {
  crd::EvaluationResult verdict = crd::Evaluate(crd, arena);
  CrdTree tree{crd, EachOnce(std::move(verdict.violations)), "", {}};
  if (verdict.condition && tree.violations.empty()) tree.error = verdict.condition->message;
  std::vector<std::string_view> paths;
  for (const Violation& violation : tree.violations) paths.push_back(violation.field());
  const JSONSchemaProps* last = nullptr;  // the schema of the version before
  for (std::size_t i = 0; i < crd.versions.size(); ++i) {
    const crd::Version& each = crd.versions[i];
    if (!version.empty() && each.name != version) continue;
    std::shared_ptr<const Node> root;
    if (each.schema != nullptr && each.schema == last && paths.empty()) {
      root = tree.versions.back().root;
    } else if (each.schema != nullptr) {
      root = SchemaTree(*each.schema, i, paths);
    }
    last = each.schema;
    tree.versions.push_back({each.name, each.served, std::move(root)});
  }
  return tree;
}

}  // namespace structural::tree
