#include <algorithm>

#include "cli/report/rules/rules.h"
#include "cli/report/rules/strict/checks.h"
#include "schema/base/quote.h"

namespace structural::rules {

const crd::Rule kIneffectiveKeyword = {
    .id = "ineffective-keyword",
    .what = "A keyword applies to the type of the schema.",
    .why =
        "minLength applies to strings, minimum to numbers, items to arrays and required to "
        "objects. With another type they have no effect, and the server does not report it.",
    .fix = "Remove the keyword, or correct the type.",
    .section = &crd::kDocsValidation};

namespace {

using document::Tree;

enum ValueType : unsigned { kString = 1, kNumber = 2, kArray = 4, kObject = 8, kOther = 16, kAny = 31 };

struct TypedKeyword {
  std::string_view name;
  ValueType restricts;
};

constexpr TypedKeyword kTypedKeywords[] = {
    {"additionalProperties", kObject},
    {"exclusiveMaximum", kNumber},
    {"exclusiveMinimum", kNumber},
    {"items", kArray},
    {"maxItems", kArray},
    {"maxLength", kString},
    {"maxProperties", kObject},
    {"maximum", kNumber},
    {"minItems", kArray},
    {"minLength", kString},
    {"minProperties", kObject},
    {"minimum", kNumber},
    {"multipleOf", kNumber},
    {"pattern", kString},
    {"properties", kObject},
    {"required", kObject},
    {"uniqueItems", kArray},
};

unsigned TypeNamed(std::string_view name) {
  if (name == "string") return kString;
  if (name == "integer" || name == "number") return kNumber;
  if (name == "array") return kArray;
  if (name == "object") return kObject;
  return name == "boolean" ? kOther : kAny;
}

// Returns the types of values that the schema allows.
unsigned TypesOf(const Tree& tree, Tree::Node structural) {
  if (structural == Tree::kNone || !tree.IsObject(structural)) return kAny;
  const Tree::Node type = tree.Member(structural, "type");
  const unsigned named = type == Tree::kNone ? unsigned{kAny} : TypeNamed(tree.String(type));
  if (!tree.IsTrueAt(structural, "x-kubernetes-int-or-string")) return named;
  return kString | kNumber | (type == Tree::kNone ? 0U : named);
}

std::string TypeName(const Tree& tree, Tree::Node structural) {
  if (tree.IsTrueAt(structural, "x-kubernetes-int-or-string")) return "an integer or string";
  return "a value of type " + tree.String(tree.Member(structural, "type"));
}

// Reports an exclusiveMinimum or exclusiveMaximum without the minimum or maximum that it would make
// exclusive.
void CheckExclusive(const SchemaAt& at, std::string_view exclusive, std::string_view bound,
                    std::vector<StrictFinding>& found) {
  if (!at.tree.IsTrueAt(at.node, exclusive)) return;
  if (at.tree.Member(at.node, bound) != Tree::kNone) return;
  found.push_back({kIneffectiveKeyword.id, at.tree.Member(at.node, exclusive), at.path + "." + std::string(exclusive),
                   base::Quote(exclusive) + " has no effect without " + base::Quote(bound)});
}

}  // namespace

void CheckIneffectiveKeywords(const SchemaAt& at, std::vector<StrictFinding>& found) {
  CheckExclusive(at, "exclusiveMinimum", "minimum", found);
  CheckExclusive(at, "exclusiveMaximum", "maximum", found);
  const unsigned types = TypesOf(at.tree, at.structural);
  if (types == kAny) return;
  for (auto node = at.tree.FirstChild(at.node); node != Tree::kNone; node = at.tree.Next(node)) {
    const std::string key = at.tree.Key(node);
    const auto* keyword = std::ranges::find(kTypedKeywords, key, &TypedKeyword::name);
    if (keyword == std::end(kTypedKeywords) || (keyword->restricts & types) != 0) continue;
    found.push_back({kIneffectiveKeyword.id, node, at.path + "." + key,
                     base::Quote(key) + " has no effect on " + TypeName(at.tree, at.structural)});
  }
}

}  // namespace structural::rules
