#include <algorithm>
#include <charconv>
#include <cmath>

#include "cli/report/rules/rules.h"
#include "cli/report/rules/strict/checks.h"
#include "schema/base/quote.h"
#include "schema/validate/rule_ids.h"
#include "schema/validate/validate.h"

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

// Returns the types of values that the schema allows, as a set of bits.
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

// Reports exclusiveMinimum without minimum, or exclusiveMaximum without maximum. `exclusive` and `bound` are the names
// of the keywords.
void CheckExclusive(const VisitedSchema& at, std::string_view exclusive, std::string_view bound,
                    std::vector<StrictFinding>& found) {
  if (!at.tree.IsTrueAt(at.node, exclusive)) return;
  if (at.tree.Member(at.node, bound) != Tree::kNone) return;
  found.push_back({kIneffectiveKeyword.id, at.tree.Member(at.node, exclusive), at.path + "." + std::string(exclusive),
                   base::Quote(exclusive) + " has no effect without " + base::Quote(bound)});
}

}  // namespace

void CheckIneffectiveKeywords(const VisitedSchema& at, std::vector<StrictFinding>& found) {
  CheckExclusive(at, "exclusiveMinimum", "minimum", found);
  CheckExclusive(at, "exclusiveMaximum", "maximum", found);
  const unsigned types = TypesOf(at.tree, at.structural_schema);
  if (types == kAny) return;
  for (auto node = at.tree.FirstChild(at.node); node != Tree::kNone; node = at.tree.Next(node)) {
    const std::string key = at.tree.Key(node);
    const auto* keyword = std::ranges::find(kTypedKeywords, key, &TypedKeyword::name);
    if (keyword == std::end(kTypedKeywords) || (keyword->restricts & types) != 0) continue;
    found.push_back({kIneffectiveKeyword.id, node, at.path + "." + key,
                     base::Quote(key) + " has no effect on " + TypeName(at.tree, at.structural_schema)});
  }
}

const crd::Rule kMistypedValue = {
    .id = "mistyped-value",
    .what = "A value in enum or default has the type of the schema.",
    .why =
        "An enum value of another type never matches, and the server refuses new CRDs with such a "
        "default. kubectl reads YAML 1.1, where on, off, yes, no, y and n without quotes are "
        "booleans, 012 is 10, and 1.10 is 1.1.",
    .fix =
        "Put strings in quotes, correct the type, or move the enum of an array's elements to "
        "items.",
    .section = &crd::kDocsValidation};

namespace {

// Returns whether a server reads the number as an integer. It reads 1.0 and 1e3 as integers, too.
bool IsInteger(std::string_view number) {
  double value = 0;
  const auto end = std::from_chars(number.data(), number.data() + number.size(), value);
  return end.ec != std::errc() || value == std::trunc(value);
}

// Returns the type of values that the schema allows, such as "string"; empty if it allows any type.
std::string TypeOf(const Tree& tree, Tree::Node schema) {
  if (tree.IsTrueAt(schema, "x-kubernetes-int-or-string")) return "integer or string";
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

std::string ValueInWords(std::string_view json) {
  if (json == "{") return "an object";
  return json == "[" ? "a list" : std::string(json);
}

// Values: checks whether values have the type of a schema.
class Values {
 public:
  Values(const Tree& tree, Tree::Node schema)
      : tree_(tree), type_(TypeOf(tree, schema)), nullable_(tree.IsTrueAt(schema, "nullable")) {}

  bool Has(Tree::Node value) const {
    const std::string_view json = tree_.Scalar(value);
    return Fits(json, type_) || (nullable_ && json == "null");
  }
  const std::string& type() const { return type_; }

 private:
  const Tree& tree_;
  const std::string type_;
  const bool nullable_;
};

bool IsText(const Tree& tree, Tree::Node value) { return tree.Scalar(value).starts_with('"'); }

// Returns whether all values are strings, and none of them has the schema's type. Such an enum is often meant for the
// elements of an array, and was put next to `type: array` by mistake.
bool AreTextsOfNone(const Tree& tree, Tree::Node list, const Values& values) {
  bool all = tree.FirstChild(list) != Tree::kNone;
  for (auto item = tree.FirstChild(list); item != Tree::kNone && all; item = tree.Next(item)) {
    all = IsText(tree, item) && !values.Has(item);
  }
  return all;
}

void Add(Tree::Node node, std::string path, const std::string& what, const Values& values,
         std::vector<StrictFinding>& found) {
  found.push_back({kMistypedValue.id, node, std::move(path), what + " of type " + values.type()});
}

void CheckEnum(const VisitedSchema& at, Tree::Node list, const Values& values, std::vector<StrictFinding>& found) {
  if (AreTextsOfNone(at.tree, list, values)) {
    return Add(list, at.path + ".enum", "none of the values is", values, found);
  }
  std::size_t index = 0;
  for (auto item = at.tree.FirstChild(list); item != Tree::kNone; item = at.tree.Next(item)) {
    const std::size_t number = index++;
    if (values.Has(item)) continue;
    Add(item, at.path + ".enum[" + std::to_string(number) + "]", ValueInWords(at.tree.Scalar(item)) + " is not", values,
        found);
  }
}

}  // namespace

void CheckMistypedValues(const VisitedSchema& at, std::vector<StrictFinding>& found) {
  const Tree& tree = at.tree;
  if (at.structural_schema == Tree::kNone || !tree.IsObject(at.structural_schema)) return;
  const Tree::Node fallback = tree.Member(at.node, "default"), list = tree.Member(at.node, "enum");
  if (fallback == Tree::kNone && list == Tree::kNone) return;
  const Values values(tree, at.structural_schema);
  // a default of null is not reported, because it has no effect
  if (fallback != Tree::kNone && tree.Scalar(fallback) != "null" && !values.Has(fallback)) {
    Add(fallback, at.path + ".default", ValueInWords(tree.Scalar(fallback)) + " is not", values, found);
  }
  if (list != Tree::kNone && tree.IsArray(list)) CheckEnum(at, list, values, found);
}

void CheckUnknownFormat(const VisitedSchema& at, std::vector<StrictFinding>& found) {
  using document::Tree;
  const Tree::Node node = at.tree.Member(at.node, "format");
  const std::string format = node == Tree::kNone ? "" : at.tree.String(node);
  if (format.empty()) return;
  const Tree::Node type_node = at.tree.Member(at.node, "type");
  const std::string type = type_node == Tree::kNone ? "" : at.tree.String(type_node);
  if (validate::IsRecognizedFormat(type, format)) return;
  found.push_back({validate::kUnknownFormat, node, at.path + ".format", "unrecognized format " + base::Quote(format)});
}

}  // namespace structural::rules
