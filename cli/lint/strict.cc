#include "cli/lint/strict.h"

#include "cli/lint/rules.h"
#include "cli/lint/similar.h"
#include "schema/api/crd_types.h"
#include "schema/base/quote.h"

namespace structural::lint {

const rules::Rule kUnknownField = {
    .id = "unknown-field",
    .what = "Every field is one that the API has.",
    .why =
        "The API server drops fields that it does not know when it reads a CRD: what a misspelt "
        "keyword should say is not said.",
    .fix = "Correct the field's name, or remove it.",
    .section = &rules::kDocsFieldValidation};

const rules::Rule kOneStructure = {
    .id = "one-structure",
    .what = "A schema has one of properties, additionalProperties and items.",
    .why =
        "properties describe an object with known fields, additionalProperties a map, items a "
        "list. A value is one of them.",
    .fix =
        "Keep the one that fits the type and remove the others. The API server refuses properties "
        "beside additionalProperties in new CRDs.",
    .section = &rules::kBlogStructuralSchema};

namespace {

using api::Kind;
using api::Type;
using document::Tree;

class Walk {
 public:
  explicit Walk(const Tree& tree) : tree_(tree) {}

  // The depth is that of a CRD that was decoded, and so bounded.
  void Value(Tree::Node node, const Type& type);
  std::vector<StrictFinding> found;

 private:
  // What belongs to a part of the value, with its name at the end of the path.
  template <typename Do>
  void In(std::string_view name, Do&& work) {
    const std::size_t size = path_.size();
    path_ += name;
    work();
    path_.resize(size);
  }

  void Members(Tree::Node node, const Type& type);
  void Map(Tree::Node node, const Type& element);
  void List(Tree::Node node, const Type& element);
  void Unknown(Tree::Node node, const std::string& key, const Type& type);
  void OneStructure(Tree::Node node);

  const Tree& tree_;
  std::string path_;
};

void Walk::Value(Tree::Node node, const Type& type) {
  switch (type.kind) {
    case Kind::kPointer: return Value(node, *type.element);
    case Kind::kStruct: return Members(node, type);
    case Kind::kMap: return Map(node, *type.element);
    case Kind::kList: return List(node, *type.element);
    case Kind::kSchemaOrArray:
      return tree_.IsArray(node) ? List(node, *type.element) : Members(node, *type.element);
    case Kind::kSchemaOrBool:
    case Kind::kSchemaOrStringArray: return Members(node, *type.element);
    default: return;
  }
}

void Walk::Members(Tree::Node node, const Type& type) {
  if (!tree_.IsObject(node)) return;
  if (&type == &api::kJSONSchemaProps) OneStructure(node);
  for (auto member = tree_.FirstChild(node); member != Tree::kNone; member = tree_.Next(member)) {
    const std::string key = tree_.Key(member);
    const api::Field* field = type.Find(key);
    In((path_.empty() ? "" : ".") + key,
       [&] { field == nullptr ? Unknown(member, key, type) : Value(member, *field->type); });
  }
}

void Walk::Map(Tree::Node node, const Type& element) {
  if (!tree_.IsObject(node)) return;
  for (auto member = tree_.FirstChild(node); member != Tree::kNone; member = tree_.Next(member)) {
    In("[" + tree_.Key(member) + "]", [&] { Value(member, element); });
  }
}

void Walk::List(Tree::Node node, const Type& element) {
  if (!tree_.IsArray(node)) return;
  std::size_t index = 0;
  for (auto item = tree_.FirstChild(node); item != Tree::kNone; item = tree_.Next(item)) {
    In("[" + std::to_string(index++) + "]", [&] { Value(item, element); });
  }
}

void Walk::Unknown(Tree::Node node, const std::string& key, const Type& type) {
  std::vector<std::string_view> names;
  for (const api::Field& field : type.fields) names.push_back(field.name);
  std::string message = "the API has no field " + base::Quote(key) + " here and drops it";
  if (const auto meant = MostSimilar(key, names); !meant.empty()) {
    message += "; did you mean " + base::Quote(meant) + "?";
  }
  found.push_back({kUnknownField.id, node, path_, std::move(message)});
}

void Walk::OneStructure(Tree::Node node) {
  std::string names;
  int count = 0;
  for (const std::string_view name : {"properties", "additionalProperties", "items"}) {
    const Tree::Node member = tree_.Member(node, name);
    if (member == Tree::kNone || !(tree_.IsObject(member) || tree_.IsArray(member))) continue;
    names.append(count++ == 0 ? "" : " and ").append(name);
  }
  if (count > 1) found.push_back({kOneStructure.id, node, path_, "has " + names + " at once"});
}

}  // namespace

std::vector<StrictFinding> FindStrict(const Tree& crd, crd::ApiVersion version) {
  Walk walk(crd);
  walk.Value(Tree::kRoot, version == crd::ApiVersion::kV1
                              ? api::v1::kCustomResourceDefinition
                              : api::v1beta1::kCustomResourceDefinition);
  return std::move(walk.found);
}

}  // namespace structural::lint
