#include "cli/report/rules/rules.h"
#include "cli/report/rules/strict/checks.h"
#include "cli/report/rules/strict/path_text.h"
#include "cli/report/rules/strict/unknown.h"
#include "schema/kubernetes/crd_types.h"

namespace structural::rules {
namespace {

using document::Tree;
using kubernetes::Kind;
using kubernetes::Type;

struct UnknownRule {
  const crd::Rule& rule;
  std::optional<std::string> (*judge)(const UnknownField&);
};

constexpr UnknownRule kUnknownRules[] = {{kJunctorReadOnly, CheckJunctorReadOnly},
                                         {kIgnoredKeyword, CheckIgnoredKeyword},
                                         {kV1beta1Field, CheckV1beta1Field},
                                         {kUnknownField, CheckUnknownField}};

bool IsJunctor(std::string_view key) { return key == "allOf" || key == "anyOf" || key == "oneOf" || key == "not"; }

class FieldsWalk {
 public:
  FieldsWalk(const Tree& tree, crd::ApiVersion version, std::vector<StrictFinding>& found)
      : tree_(tree), version_(version), found_(found) {}

  // The recursion is bounded, because the decoder limits the depth of a CRD.
  void Value(Tree::Node node, const Type& type);

 private:
  void Members(Tree::Node node, const Type& type);
  void Member(Tree::Node node, const std::string& key, const Type& type);
  void Map(Tree::Node node, const Type& element);
  void List(Tree::Node node, const Type& element);
  void Unknown(Tree::Node node, const std::string& key, const Type& type);

  const Tree& tree_;
  const crd::ApiVersion version_;
  std::vector<StrictFinding>& found_;
  PathText path_;
  int junctors_ = 0;  // number of enclosing allOf, anyOf, oneOf and not
};

void FieldsWalk::Value(Tree::Node node, const Type& type) {
  switch (type.kind) {
    case Kind::kPointer: return Value(node, *type.element);
    case Kind::kStruct: return Members(node, type);
    case Kind::kMap: return Map(node, *type.element);
    case Kind::kList: return List(node, *type.element);
    case Kind::kSchemaOrArray: return tree_.IsArray(node) ? List(node, *type.element) : Members(node, *type.element);
    case Kind::kSchemaOrBool:
    case Kind::kSchemaOrStringArray: return Members(node, *type.element);
    default: return;
  }
}

void FieldsWalk::Members(Tree::Node node, const Type& type) {
  if (!tree_.IsObject(node)) return;
  for (auto member = tree_.FirstChild(node); member != Tree::kNone; member = tree_.Next(member)) {
    const std::string key = tree_.Key(member);
    path_.In((path_.text().empty() ? "" : ".") + key, [&] { Member(member, key, type); });
  }
}

void FieldsWalk::Member(Tree::Node node, const std::string& key, const Type& type) {
  const kubernetes::Field* field = type.Find(key);
  if (field == nullptr) return Unknown(node, key, type);
  const int junctor = &type == &kubernetes::kJSONSchemaProps && IsJunctor(key) ? 1 : 0;
  junctors_ += junctor;
  Value(node, *field->type);
  junctors_ -= junctor;
}

void FieldsWalk::Map(Tree::Node node, const Type& element) {
  if (!tree_.IsObject(node)) return;
  for (auto member = tree_.FirstChild(node); member != Tree::kNone; member = tree_.Next(member)) {
    path_.In("[" + tree_.Key(member) + "]", [&] { Value(member, element); });
  }
}

void FieldsWalk::List(Tree::Node node, const Type& element) {
  if (!tree_.IsArray(node)) return;
  std::size_t index = 0;
  for (auto item = tree_.FirstChild(node); item != Tree::kNone; item = tree_.Next(item)) {
    path_.In("[" + std::to_string(index++) + "]", [&] { Value(item, element); });
  }
}

void FieldsWalk::Unknown(Tree::Node node, const std::string& key, const Type& type) {
  const UnknownField field{key, path_.text(), type, junctors_ > 0, version_};
  for (const UnknownRule& unknown : kUnknownRules) {
    if (auto message = unknown.judge(field)) {
      return found_.push_back({unknown.rule.id, node, path_.text(), std::move(*message)});
    }
  }
}

}  // namespace

void CheckFields(const Tree& tree, crd::ApiVersion version, std::vector<StrictFinding>& found) {
  FieldsWalk(tree, version, found)
      .Value(Tree::kRoot, version == crd::ApiVersion::kV1 ? kubernetes::v1::kCustomResourceDefinition
                                                          : kubernetes::v1beta1::kCustomResourceDefinition);
}

}  // namespace structural::rules
