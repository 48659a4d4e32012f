#include <algorithm>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/report/rules/rules.h"
#include "cli/report/rules/strict/checks.h"
#include "cli/shared/wrap.h"
#include "schema/base/quote.h"
#include "schema/crd/meta.h"
#include "schema/kubernetes/crd_types.h"
#include "schema/kubernetes/type.h"

namespace structural::rules {

const crd::Rule kCompositionReadOnly = {
    .id = "nested-read-only",
    .what = "readOnly is not allowed inside allOf, anyOf, oneOf or not.",
    .why =
        "Whether a field is read-only must not depend on the branch of allOf, anyOf, oneOf or not "
        "that applies. The proposal forbids it; the API server does not support readOnly and drops "
        "it.",
    .fix =
        "Remove readOnly. To make a field immutable, add the rule self == oldSelf to "
        "x-kubernetes-validations outside of allOf, anyOf, oneOf and not.",
    .section = &crd::kKepFormalDefinition};

const crd::Rule kIgnoredKeyword = {
    .id = "ignored-keyword",
    .what = "A schema uses only keywords that CRDs support.",
    .why =
        "CRDs support only a part of OpenAPI 3.0. The API server drops other keywords and unknown "
        "extensions (x-…), so it neither checks nor publishes them.",
    .fix = "Use a keyword that CRDs support, or a rule in x-kubernetes-validations.",
    .section = &crd::kDocsValidation};

const crd::Rule kV1beta1Field = {
    .id = "v1beta1-field",
    .what = "A CRD of v1 has no fields that only v1beta1 has.",
    .why =
        "apiextensions.k8s.io/v1 has moved several fields of v1beta1. If a conversion by hand "
        "leaves them behind, the API server drops them, and the schema, the columns or the webhook "
        "are lost.",
    .fix = "Move the field to its place in v1.",
    .section = &crd::kDocsDeprecation};

const crd::Rule kUnknownField = {.id = "unknown-field",
                                 .what = "Every field exists in the API.",
                                 .why =
                                     "The API server drops unknown fields when it reads a CRD. "
                                     "So a misspelt keyword has no effect.",
                                 .fix = "Correct the name of the field, or remove it.",
                                 .section = &crd::kDocsFieldValidation};

namespace {

using document::Tree;
using kubernetes::Kind;
using kubernetes::Type;

struct UnknownField {
  std::string_view key;
  std::string_view path;         // path of the field
  const kubernetes::Type& type;  // type of the object that contains the field
  bool below_composition;        // true: the field is inside of allOf, anyOf, oneOf or not
  crd::ApiVersion version;
};

// Returns the known field of `field.type` with the most similar name; empty if none is similar.
std::string_view MeantBy(const UnknownField& field) {
  std::vector<std::string_view> names;
  for (const kubernetes::Field& known : field.type.fields) names.push_back(known.name);
  return cli::MostSimilar(field.key, names);
}

// Each function Check… below checks one rule. It returns the message about the unknown field, or nullopt if the rule is
// not about this field.

std::optional<std::string> CheckCompositionReadOnly(const UnknownField& field) {
  if (!field.below_composition || field.key != "readOnly") return std::nullopt;
  if (&field.type != &kubernetes::kJSONSchemaProps) return std::nullopt;
  return "readOnly must not be used inside allOf, anyOf, oneOf or not; the API server drops it";
}

struct Keyword {
  std::string_view name;
  std::string_view instead;
};

constexpr std::string_view kRule = "use a rule in x-kubernetes-validations";
constexpr std::string_view kInPlace = "write the schema where it is used";
constexpr std::string_view kNothing = "it has no replacement";

constexpr Keyword kKeywords[] = {
    {"$anchor", kInPlace},
    {"$comment", "use a YAML comment"},
    {"$defs", kInPlace},
    {"$dynamicRef", kInPlace},
    {"$id", kInPlace},
    {"const", "use enum with one value"},
    {"contains", kRule},
    {"contentEncoding", "use format: byte for a base64 string"},
    {"contentMediaType", kNothing},
    {"dependentRequired", "use anyOf with required"},
    {"dependentSchemas", kRule},
    {"deprecated", "use the description"},
    {"discriminator", "use oneOf with required for fields that exclude each other"},
    {"else", kRule},
    {"examples", "use example"},
    {"if", kRule},
    {"maxContains", kRule},
    {"minContains", kRule},
    {"prefixItems", "describe a tuple as an object with named fields"},
    {"propertyNames", kRule},
    {"readOnly", "use the rule self == oldSelf in x-kubernetes-validations"},
    {"then", kRule},
    {"unevaluatedItems", kNothing},
    {"unevaluatedProperties", "unspecified fields are pruned anyway"},
    {"writeOnly", kNothing},
    {"x-kubernetes-group-version-kind", "use x-kubernetes-embedded-resource for whole objects"},
    {"x-kubernetes-no-prune", "use x-kubernetes-preserve-unknown-fields: true to keep unknown fields"},
    {"x-kubernetes-no-pruning", "use x-kubernetes-preserve-unknown-fields: true to keep unknown fields"},
    {"x-kubernetes-patch-merge-key", "use x-kubernetes-list-map-keys"},
    {"x-kubernetes-patch-strategy", "use x-kubernetes-list-type"},
    {"x-kubernetes-unions", "use the annotation structural.lint/unions, which is kept"},
    {"xml", kNothing},
};

std::string Message(std::string_view key, std::string_view instead) {
  return "the API server does not have " + base::Quote(key) + " and drops it; " + std::string(instead);
}

std::optional<std::string> CheckIgnoredKeyword(const UnknownField& field) {
  if (&field.type != &kubernetes::kJSONSchemaProps) return std::nullopt;
  const auto* found = std::ranges::find(kKeywords, field.key, &Keyword::name);
  if (found != std::end(kKeywords)) return Message(field.key, found->instead);
  if (field.key.starts_with("x-") && MeantBy(field).empty()) return Message(field.key, kNothing);
  return std::nullopt;
}

// A field of v1beta1 that has another place in v1.
struct Moved {
  std::string_view path;  // path of the field; if it begins with ], only the end of the path
  std::string_view to;    // the words after "v1 has moved it"
};

constexpr Moved kMoved[] = {
    {"spec.additionalPrinterColumns", "to additionalPrinterColumns of every version"},
    {"spec.conversion.conversionReviewVersions", "to spec.conversion.webhook"},
    {"spec.conversion.webhookClientConfig", "to spec.conversion.webhook.clientConfig"},
    {"spec.selectableFields", "to selectableFields of every version"},
    {"spec.subresources", "to subresources of every version"},
    {"spec.validation", "to schema of every version"},
    {"spec.version", "into the list spec.versions"},
    {"].JSONPath", "to jsonPath"},
};

std::optional<std::string> CheckV1beta1Field(const UnknownField& field) {
  if (field.version != crd::ApiVersion::kV1) return std::nullopt;
  const auto* moved = std::ranges::find_if(kMoved, [&](const Moved& one) {
    return one.path.starts_with(']') ? field.path.ends_with(one.path) : field.path == one.path;
  });
  if (moved == std::end(kMoved)) return std::nullopt;
  return base::Quote(field.key) + " is a field of v1beta1 and is dropped; v1 has moved it " + std::string(moved->to);
}

// Never returns nullopt, because this rule is about all unknown fields.
std::optional<std::string> CheckUnknownField(const UnknownField& field) {
  return "the API has no field " + base::Quote(field.key) + " here and drops it" + cli::DidYouMean(MeantBy(field));
}

struct UnknownRule {
  const crd::Rule& rule;
  std::optional<std::string> (*checker)(const UnknownField&);
};

constexpr UnknownRule kUnknownRules[] = {{kCompositionReadOnly, CheckCompositionReadOnly},
                                         {kIgnoredKeyword, CheckIgnoredKeyword},
                                         {kV1beta1Field, CheckV1beta1Field},
                                         {kUnknownField, CheckUnknownField}};

bool IsCompositionKeyword(std::string_view key) {
  return key == "allOf" || key == "anyOf" || key == "oneOf" || key == "not";
}

class FieldsWalk {
 public:
  FieldsWalk(const Tree& tree, crd::ApiVersion version, std::vector<StrictFinding>& found)
      : tree_(tree), version_(version), found_(found) {}

  // Checks a value of the type, and all values in it. The recursion is bounded, because the decoder limits the depth of
  // a CRD.
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
  int compositions_ = 0;  // number of enclosing allOf, anyOf, oneOf and not
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
  const int composition = &type == &kubernetes::kJSONSchemaProps && IsCompositionKeyword(key) ? 1 : 0;
  compositions_ += composition;
  Value(node, *field->type);
  compositions_ -= composition;
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
  const UnknownField field{key, path_.text(), type, compositions_ > 0, version_};
  for (const UnknownRule& unknown : kUnknownRules) {
    if (auto message = unknown.checker(field)) {
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
