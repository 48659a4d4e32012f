#include "cli/report/tree/tree.h"

#include <algorithm>
#include <optional>
#include <set>

#include "schema/base/text.h"
#include "schema/crd/evaluate.h"
#include "schema/crd/model/json_schema_props.h"
#include "schema/json/scan.h"
#include "schema/json/write.h"

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
    Add(node, Kind::kComposition, std::string(name) + "[" + std::to_string(i) + "]", *list[i]);
  }
}

// Returns the tree of a schema. The children for properties must come first and in the order of the schema, because
// PropertyAt depends on it.
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
    Add(*node, Kind::kComposition, "not", *schema.values->not_schema);
  }
  return node;
}

// Returns whether the first step of the path is `step`.
bool BeginsWithStep(std::string_view path, std::string_view step) {
  return path.starts_with(step) && (path.size() == step.size() || path[step.size()] == '.' || path[step.size()] == '[');
}

// A node that a path leads to, and the rest of the path; the node is null if it does not exist.
struct Step {
  Node* node = nullptr;
  std::string_view rest;
};

// Returns the property at the start of the path. If several keys match, because they contain dots and brackets, uses
// the longest one.
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

// Returns the element or the branch at the start of the path.
Step OtherAt(const Node& node, std::string_view path) {
  for (std::size_t i = node.schema->properties.size(); i < node.children.size(); ++i) {
    Node& child = *node.children[i];
    const std::string_view step = child.kind == Kind::kComposition ? std::string_view(child.label)
                                  : child.label == "[]"            ? "items"
                                                                   : "additionalProperties";
    if (path.starts_with('.') && BeginsWithStep(path.substr(1), step)) return {&child, path.substr(1 + step.size())};
  }
  return {};
}

// Returns the node at the path, which begins at `node`. If it does not exist, returns the nearest node above it.
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
  const JSONSchemaProps* last = nullptr;  // schema of the previous version
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

namespace {

// Returns the element of an array or a map; nullptr for other nodes.
const Node* ElementOf(const Node& node) {
  for (const auto& child : node.children) {
    if (child->kind == Kind::kElement) return child.get();
  }
  return nullptr;
}

// Returns a schema's type as kubectl explain prints it: "Object", "[]Object", "map[string]integer" or "IntOrString".
// For a schema without a type, returns "any"; if the schema is a branch of allOf, anyOf, oneOf or not, which normally
// has no type, returns an empty text.
//
// Upstream: k8s.io/kubectl pkg/explain/v2/templates/plaintext.tmpl typeGuess (v0.36.3).
std::string TypeName(const Node& node) {
  if (const Node* element = ElementOf(node)) {
    return (element->label == "[]" ? "[]" : "map[string]") + TypeName(*element);
  }
  if (node.schema->x_int_or_string) return "IntOrString";
  if (node.schema->type == "object") return "Object";
  if (!node.schema->type.empty()) return std::string(node.schema->type);
  return node.kind == Kind::kComposition ? "" : "any";
}

constexpr JSONSchemaProps Typed(std::string_view type) {
  JSONSchemaProps schema;
  schema.type = type;
  return schema;
}
constexpr JSONSchemaProps kString = Typed("string"), kObjectMeta = Typed("ObjectMeta");

bool IsOnlyTyped(const Node& node, std::string_view type) {
  return node.schema->type == type && node.children.empty() && node.violations.empty() &&
         Constraints(*node.schema).empty();
}

bool RepeatsIntOrString(const Node& above, const Node& branch) {
  if (!above.schema->x_int_or_string) return false;
  return (branch.label == "anyOf[0]" && IsOnlyTyped(branch, "integer")) ||
         (branch.label == "anyOf[1]" && IsOnlyTyped(branch, "string"));
}

void AddElement(const Node& element, const std::string& prefix, View& to) {
  for (const std::string& each : Constraints(*element.schema)) {
    to.constraints.push_back(prefix + each);
  }
  to.violations.insert(to.violations.end(), element.violations.begin(), element.violations.end());
  if (to.description.empty()) to.description = DescriptionOf(*element.schema);
  if (const Node* next = ElementOf(element)) AddElement(*next, next->label + prefix, to);
}

void AddShownChildren(const Node& node, const std::string& prefix, std::vector<ShownChild>& to) {
  for (const auto& child : node.children) {
    if (child->kind == Kind::kElement) {
      AddShownChildren(*child, child->label + (prefix.empty() ? " " : prefix), to);
    } else if (!RepeatsIntOrString(node, *child)) {
      to.push_back({child.get(), child->kind == Kind::kComposition ? prefix : ""});
    }
  }
}

// Adds those of apiVersion, kind and metadata that `to` does not contain, at its start and in this order.
void AddTypeMeta(std::vector<ShownChild>& to) {
  for (const Node* implied : {&kMetadata, &kKind, &kApiVersion}) {
    const auto has = [&](const ShownChild& each) { return each.node->label == implied->label; };
    if (std::ranges::none_of(to, has)) to.insert(to.begin(), {implied, ""});
  }
}

// If the path begins with the name of the property, returns the rest of the path after the name; otherwise returns
// nullopt.
std::optional<std::string_view> Through(const Node& property, std::string_view path) {
  if (property.kind != Kind::kProperty || !path.starts_with(property.label)) return std::nullopt;
  if (path.size() == property.label.size()) return std::string_view();
  if (path[property.label.size()] != '.') return std::nullopt;
  return path.substr(property.label.size() + 1);
}

// Sets `place` to `other` if `other` leaves a shorter rest of the path. Several places are possible, because names can
// contain dots.
void KeepNearer(const FieldPlace& other, FieldPlace& place) {
  if (other.rest.size() < place.rest.size()) place = other;
}

}  // namespace

FieldPlace FindField(const Node& root, std::string_view path) {
  FieldPlace place{&root, path};
  if (path.empty()) return place;
  for (const auto& child : root.children) {
    if (child->kind == Kind::kElement) {
      const FieldPlace inside = FindField(*child, path);
      KeepNearer(inside, place);
    } else if (const auto rest = Through(*child, path)) {
      KeepNearer(FindField(*child, *rest), place);
    }
  }
  if (place.rest.size() < path.size() || root.kind != Kind::kRoot) return place;
  for (const Node* implied : {&kMetadata, &kKind, &kApiVersion}) {
    if (const auto rest = Through(*implied, path)) return {implied, *rest};
  }
  return place;
}

const Node kApiVersion{Kind::kProperty, "apiVersion", &kString};
const Node kKind{Kind::kProperty, "kind", &kString};
const Node kMetadata{Kind::kProperty, "metadata", &kObjectMeta};

View ViewOf(const Node& node, EnumDisplay enums) {
  View view{
      node.label,     TypeName(node), node.required, Constraints(*node.schema, enums), DescriptionOf(*node.schema),
      node.violations};
  if (const Node* element = ElementOf(node)) AddElement(*element, element->label + " ", view);
  return view;
}

std::vector<ShownChild> ShownChildrenOf(const Node& node) {
  std::vector<ShownChild> children;
  AddShownChildren(node, "", children);
  if (node.kind == Kind::kRoot) AddTypeMeta(children);
  return children;
}

namespace {

using crd::RareKeywords;
using crd::ValueKeywords;
using Words = std::vector<std::string>;

// Removes the quotes of a JSON string, unless the string is empty. Returns other JSON unchanged.
std::string Shown(crd::JsonText json) {
  if (json.empty()) return "null";
  if (json.size() <= 2 || json.front() != '"') return std::string(json);
  return json::UnescapeJsonString(json.substr(1, json.size() - 2));
}

std::string Number(double value) {
  std::string text;
  json::AppendJson(json::Value::Double(value), text);
  return text;
}

void Add(std::string_view keyword, std::string_view value, Words& to) {
  if (!value.empty()) to.push_back(std::string(keyword) + ": " + std::string(value));
}

void Add(std::string_view keyword, const std::optional<std::int64_t>& value, Words& to) {
  if (value) Add(keyword, std::to_string(*value), to);
}

void Add(std::string_view keyword, const std::optional<double>& value, bool exclusive, Words& to) {
  if (value) Add(keyword, Number(*value) + (exclusive ? " (exclusive)" : ""), to);
}

void Add(std::string_view keyword, bool is_on, Words& to) {
  if (is_on) to.emplace_back(keyword);
}

void AddValues(const ValueKeywords& values, EnumDisplay enums, Words& to) {
  if (!values.default_value.empty()) Add("default", Shown(values.default_value), to);
  Add("format", values.format, to);
  Add("pattern", values.pattern, to);
  if (enums == EnumDisplay::kAsConstraints) Add("enum", base::Join(values.enumeration, ", ", Shown), to);
}

void AddLimits(const RareKeywords& rare, Words& to) {
  Add("minimum", rare.minimum, rare.exclusive_minimum, to);
  Add("maximum", rare.maximum, rare.exclusive_maximum, to);
  Add("multipleOf", rare.multiple_of, false, to);
  for (const crd::SizeKeyword& size : crd::kSizeKeywords) Add(size.name, rare.*size.limit, to);
  Add("uniqueItems", rare.unique_items, to);
}

std::string Rule(const crd::ValidationRule* rule) {
  std::string text(rule->rule);
  return rule->message.empty() ? text : text.append(" (").append(rule->message).append(")");
}

// Adds the keywords that v1 does not allow. They are shown, because a user may look for the cause of an error.
void AddUnsupported(const RareKeywords& rare, Words& to) {
  Add("$ref", rare.ref.value_or(""), to);
  Add("patternProperties", !rare.pattern_properties.empty(), to);
  Add("dependencies", !rare.dependencies.empty(), to);
  Add("definitions", !rare.definitions.empty(), to);
  Add("additionalItems", rare.additional_items != nullptr, to);
}

// Returns the constraint with those names in `required` that are not properties of the schema. Required properties are
// marked at their own nodes.
std::string RequiredElsewhere(const JSONSchemaProps& schema) {
  std::string text;
  for (const std::string_view name : schema.required) {
    if (schema.properties.Find(name) != nullptr) continue;
    base::AppendItem(text, ", ", name);
  }
  return text;
}

void AddExtensions(const JSONSchemaProps& schema, Words& to) {
  const RareKeywords& rare = *schema.rare;
  const auto text = [](std::string_view each) { return std::string(each); };
  Add("x-kubernetes-embedded-resource", schema.x_embedded_resource, to);
  Add("x-kubernetes-preserve-unknown-fields", schema.x_preserve_unknown_fields.value_or(false), to);
  Add("x-kubernetes-list-type", rare.x_list_type.value_or(""), to);
  Add("x-kubernetes-list-map-keys", base::Join(rare.x_list_map_keys, ", ", text), to);
  Add("x-kubernetes-map-type", rare.x_map_type.value_or(""), to);
  for (const crd::ValidationRule* rule : rare.x_validations) {
    Add("x-kubernetes-validations", Rule(rule), to);
  }
}

}  // namespace

Words Constraints(const JSONSchemaProps& schema, EnumDisplay enums) {
  Words words;
  const auto* additional = schema.additional_properties;
  Add("nullable", schema.nullable, words);
  Add("required", RequiredElsewhere(schema), words);
  AddValues(*schema.values, enums, words);
  AddLimits(*schema.rare, words);
  if (additional != nullptr && additional->schema == nullptr) {
    Add("additionalProperties", std::string_view(additional->allows ? "true" : "false"), words);
  }
  AddUnsupported(*schema.rare, words);
  AddExtensions(schema, words);
  return words;
}

Words EnumOf(const JSONSchemaProps& schema) {
  Words values;
  for (const crd::JsonText value : schema.values->enumeration) values.push_back(Shown(value));
  return values;
}

std::string DescriptionOf(const JSONSchemaProps& schema) { return schema.description.Value(); }

}  // namespace structural::tree
