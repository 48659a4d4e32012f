#include "schema/validate/compatibility/change.h"

#include <algorithm>
#include <compare>
#include <cstddef>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "schema/base/arena.h"
#include "schema/base/quote.h"
#include "schema/crd/convert.h"
#include "schema/crd/crd.h"
#include "schema/crd/model/json_schema_props.h"
#include "schema/crd/model/new_structural.h"
#include "schema/crd/rules/catalog.h"
#include "schema/crd/rules/validate.h"
#include "schema/json/members.h"
#include "schema/json/value.h"
#include "schema/json/write.h"
#include "schema/kubernetes/crd_types.h"
#include "schema/kubernetes/read.h"
#include "schema/kubernetes/violation.h"
#include "schema/unions/kep/annotation.h"
#include "schema/unions/kep/crd_unions.h"
#include "schema/unions/kep/declaration.h"
#include "schema/validate/compatibility/rules.h"
#include "schema/validate/features.h"
#include "schema/validate/walk.h"

namespace structural::compatibility {
namespace {

// A schema of a CRD, with its position in the internal form.
struct PlacedSchema {
  std::optional<std::size_t> version;  // index in spec.versions; nullopt: spec.validation
  const crd::JSONSchemaProps* schema;  // never null; owned by the CRD

  // Returns use(path) for the path of the schema: spec.versions[N].schema.openAPIV3Schema or
  // spec.validation.openAPIV3Schema.
  template <typename Use>
  auto At(Use use) const {
    const kubernetes::FieldPath spec("spec");
    const kubernetes::FieldPath of_version = spec.Child("versions", version.value_or(0));
    const kubernetes::FieldPath holder = version ? of_version.Child("schema") : spec.Child("validation");
    return use(holder.Child("openAPIV3Schema"));
  }
};

// The reasons why a schema is not structural. If the schema has no structural form, `violations` is empty, and
// `not_representable` is the error about the first unsupported keyword.
struct Structurality {
  std::vector<kubernetes::Violation> violations;
  std::optional<kubernetes::Violation> not_representable;

  bool structural() const { return violations.empty() && !not_representable; }
};

// Returns all schemas of a CRD, with their positions in the internal form.
//
// Upstream: apis/apiextensions/v1/conversion.go
// Convert_v1_CustomResourceDefinitionSpec_To_apiextensions_CustomResourceDefinitionSpec (v0.37.2).
std::vector<PlacedSchema> InternalSchemas(const crd::CustomResourceDefinition& crd) {
  if (crd.versions.empty() && crd.validation == nullptr) return {};
  if (crd::VersionsShareSchema(crd)) {
    if (crd.versions.front().own_schema == nullptr) return {};
    return {{std::nullopt, crd.versions.front().own_schema}};
  }
  std::vector<PlacedSchema> schemas;
  for (std::size_t i = 0; i < crd.versions.size(); ++i) {
    if (const auto* own = crd.versions[i].own_schema) schemas.push_back({i, own});
  }
  if (crd.validation != nullptr) schemas.push_back({std::nullopt, crd.validation});
  return schemas;
}

Structurality Examine(const PlacedSchema& placed, base::Arena& arena) {
  const base::Arena::Mark before = arena.Here();
  const auto structural = crd::NewStructural(*placed.schema, arena, crd::EmptyLists::kKeep);
  Structurality found;
  placed.At([&](const kubernetes::FieldPath& path) {
    if (const auto* reason = std::get_if<crd::NotRepresentable>(&structural)) {
      const auto* rule = crd::FindUnsupported(reason->keyword);
      found.not_representable = kubernetes::Invalid(rule->id, path, "", reason->text);
    } else {
      const auto& schema = *std::get<const crd::Structural*>(structural);
      found.violations = crd::ValidateStructural(path, schema);
    }
  });
  arena.Rewind(before);
  return found;
}

using crd::JSONSchemaProps;
using kubernetes::FieldPath;
using kubernetes::Violation;

std::string_view RuleOf(std::string_view keyword) { return crd::FindUnsupported(keyword)->id; }

void AddUnsupported(std::string_view keyword, const FieldPath& path, std::vector<Violation>& to) {
  to.push_back(kubernetes::Forbidden(RuleOf(keyword), path.Child(keyword), std::string(keyword) + " is not supported"));
}

void AddRare(const crd::RareKeywords& rare, const FieldPath& path, std::vector<Violation>& to) {
  if (!rare.id.empty()) AddUnsupported("id", path, to);
  if (rare.additional_items != nullptr) AddUnsupported("additionalItems", path, to);
  if (!rare.pattern_properties.empty()) AddUnsupported("patternProperties", path, to);
  if (!rare.definitions.empty()) AddUnsupported("definitions", path, to);
  if (!rare.dependencies.absent()) AddUnsupported("dependencies", path, to);
  if (rare.ref) AddUnsupported("$ref", path, to);
}

void AddKeywords(const JSONSchemaProps& schema, const FieldPath& path, std::vector<Violation>& to) {
  if (schema.rare != &crd::kNoRareKeywords) AddRare(*schema.rare, path, to);
  if (schema.items != nullptr && !schema.items->schemas.empty()) {
    to.push_back(
        kubernetes::Forbidden(RuleOf("items"), path.Child("items"), "items must be a schema object and not an array"));
  }
  if (schema.x_preserve_unknown_fields == false) {
    constexpr std::string_view kKeyword = "x-kubernetes-preserve-unknown-fields";
    to.push_back(kubernetes::InvalidFalse(RuleOf(kKeyword), path.Child(kKeyword), "must be true or undefined"));
  }
}

// Returns the server's errors about keywords that are not allowed in a structural schema. The server reports them even
// in a CRD that it does not require to be structural.
//
// Upstream: validation.go specStandardValidatorV3.validate and ValidateCustomResourceDefinitionOpenAPISchema (v0.37.2),
// the errors for which convert.go NewStructural also fails.
std::vector<Violation> UnsupportedKeywords(const JSONSchemaProps& schema, const FieldPath& path) {
  std::vector<Violation> found;
  kubernetes::ViolationBudget budget(found);
  validate::VisitUntil(schema, path, validate::VisitedSchemas::kValidated,
                       [&](const JSONSchemaProps& at, const FieldPath& where) {
                         AddKeywords(at, where, found);
                         return budget.exhausted();
                       });
  return found;
}

// Returns a conversion strategy as JSON. The server's errors print it as JSON, because its Go type is not `string`.
std::string AsJson(std::string_view text) {
  std::string quoted, escaped;
  base::AppendJsonString(text, quoted);
  for (const char c : quoted) {
    c == '<' ? escaped += "\\u003c" : c == '>' ? escaped += "\\u003e" : c == '&' ? escaped += "\\u0026" : escaped += c;
  }
  return escaped;
}

class Server {
 public:
  Server(const Change& change, base::Arena& arena)
      : change_(change), arena_(arena), schemas_(InternalSchemas(change.after)) {}

  std::vector<RuleViolation> FindViolations() {
    has_defaults_ = AnySchema(validate::HasDefaults);
    FindDefaultViolations();
    FindSchemaViolations();
    FindConversionViolations();
    FindPreservationViolations();
    return std::move(found_);
  }

 private:
  void Add(const crd::Rule& rule, Violation error) { found_.push_back({rule.id, std::move(error)}); }

  template <typename Predicate>
  bool AnySchema(Predicate holds) const {
    return std::ranges::any_of(schemas_, [&](const PlacedSchema& p) { return holds(*p.schema); });
  }

  bool WasStructural() const {
    const auto before = InternalSchemas(*change_.before);
    return std::ranges::all_of(before, [&](const PlacedSchema& p) { return Examine(p, arena_).structural(); });
  }

  // Whether the server requires structural schemas. It does for a new CRD, for an update of a structural CRD, and for
  // an update to a CRD that prunes or uses another feature that requires structural schemas.
  bool MustBeStructural() const {
    return change_.before == nullptr || !change_.after.preserve_unknown_fields || has_defaults_ ||
           AnySchema(validate::HasExtensions) || WasStructural();
  }

  void FindDefaultViolations() {
    if (!has_defaults_ || !change_.after.preserve_unknown_fields) return;
    Add(kServerPreserveUnknownFields, kubernetes::InvalidTrue(kServerPreserveUnknownFields.id, puf_,
                                                              "must be false in order to use defaults in the schema"));
  }

  void FindSchemaViolations() {
    const bool must_be_structural = MustBeStructural();
    std::vector<Violation> wrong;
    kubernetes::ViolationBudget budget(wrong);
    for (const PlacedSchema& placed : schemas_) {
      if (budget.exhausted()) break;
      auto keywords = placed.At([&](const FieldPath& path) { return UnsupportedKeywords(*placed.schema, path); });
      auto structurality = must_be_structural ? Examine(placed, arena_) : Structurality();
      if (structurality.not_representable && keywords.empty())
        wrong.push_back(*std::move(structurality.not_representable));
      std::ranges::move(keywords, std::back_inserter(wrong));
      std::ranges::move(structurality.violations, std::back_inserter(wrong));
    }
    for (Violation& error : wrong) Add(kServerStructural, std::move(error));
  }

  void FindConversionViolations() {
    const FieldPath conversion = spec_.Child("conversion");
    const FieldPath path = conversion.Child("strategy");
    const std::string_view strategy = change_.after.conversion_strategy;
    const std::string_view rule = kServerConversion.id;
    if (strategy != "None" && change_.after.preserve_unknown_fields) {
      Add(kServerConversion, kubernetes::InvalidPrinted(rule, path, AsJson(strategy),
                                                        "must be None if spec.preserveUnknownFields is true"));
    }
    if (strategy.empty()) {
      Add(kServerConversion, kubernetes::Required(rule, path, ""));
    } else if (strategy != "None" && strategy != "Webhook") {
      Add(kServerConversion, kubernetes::NotSupported(rule, path, strategy, R"("None", "Webhook")"));
    }
  }

  void FindPreservationViolations() {
    const bool had = change_.before != nullptr && change_.before->preserve_unknown_fields;
    if (had || !change_.after.preserve_unknown_fields) return;
    Add(kServerPreserveUnknownFields,
        kubernetes::InvalidTrue(kServerPreserveUnknownFields.id, puf_,
                                "cannot set to true, set x-kubernetes-preserve-unknown-fields to true in "
                                "spec.versions[*].schema instead"));
  }

  const Change& change_;
  base::Arena& arena_;
  const std::vector<PlacedSchema> schemas_;
  const FieldPath spec_{"spec"};
  const FieldPath puf_ = spec_.Child("preserveUnknownFields");
  bool has_defaults_ = false;
  std::vector<RuleViolation> found_;
};

// Returns the violations of Kubernetes' requirements (policy kServer).
//
// Upstream: apis/apiextensions/validation/validation.go validateCustomResourceDefinitionSpec,
// validateCustomResourceDefinitionValidation, validatePreserveUnknownFields (v0.37.2).
std::vector<RuleViolation> FindServerViolations(const Change& change, base::Arena& arena) {
  return Server(change, arena).FindViolations();
}

using json::Value;

// A declaration of unions in a CRD: an annotation, or a list x-kubernetes-unions in a schema.
struct UnionDeclaration {
  std::string path;  // path of the annotation or of x-kubernetes-unions in the CRD, in its own API version
  std::string what;  // the declaration as JSON text

  auto operator<=>(const UnionDeclaration&) const = default;
};

Value* Find(Value* in, std::initializer_list<std::string_view> keys) {
  for (const std::string_view key : keys) in = in != nullptr ? in->Find(key) : nullptr;
  return in;
}

// Adds all lists x-kubernetes-unions in a schema. `room`: number of bytes of paths that may still be added. A list
// whose path has more bytes is omitted.
void AddLists(const Value* schema, const std::string& path, std::size_t& room, std::vector<UnionDeclaration>& to) {
  if (schema == nullptr) return;
  unions::kep::ForEachUnionList(*schema, path, [&](const unions::kep::DeclaredUnions& at) {
    if (room < at.path.size()) return;
    room -= at.path.size();
    to.push_back({at.path, ""});
    json::AppendJson(at.list, to.back().what);
  });
}

// Adds the annotation that declares unions, even if its text is invalid.
void AddAnnotation(Value& root, base::Arena& arena, std::vector<UnionDeclaration>& to) {
  const Value* text = Find(&root, {"metadata", "annotations", unions::kep::kAnnotation});
  if (text == nullptr || !text->is_string()) return;
  const auto read = unions::kep::ReadAnnotation(text->text(), arena);
  if (!read.ok() || !read->empty())
    to.push_back({std::string(unions::kep::kAnnotationPath), std::string(text->text())});
}

// Returns all declarations of unions in a CRD, valid or not. Omits further lists when the paths have more than 8 MiB.
// Precondition: `json` is the text of a CRD, or empty.
std::vector<UnionDeclaration> FindDeclaredUnions(std::string_view json, base::Arena& arena) {
  std::vector<UnionDeclaration> found;
  if (!unions::kep::MentionsUnions(json)) return found;
  auto root = json::Parser(arena).Parse(json);
  if (!root.ok()) return found;
  AddAnnotation(*root, arena, found);
  std::size_t room = kubernetes::ViolationBudget::kMaxBytes;
  AddLists(Find(&*root, {"spec", "validation", "openAPIV3Schema"}), "spec.validation.openAPIV3Schema", room, found);
  const Value* versions = Find(&*root, {"spec", "versions"});
  if (versions == nullptr || !versions->is_array()) return found;
  for (std::size_t i = 0; i < versions->elements().size(); ++i) {
    AddLists(Find(&versions->elements()[i], {"schema", "openAPIV3Schema"}),
             "spec.versions[" + std::to_string(i) + "].schema.openAPIV3Schema", room, found);
  }
  return found;
}

// Returns the internal form of the CRD's spec. Precondition: the CRD was decoded from JSON, not from protobuf, because
// `spec_json` must be valid JSON.
crd::InternalCrd InternalSpec(const crd::CustomResourceDefinition& crd, base::Arena& arena) {
  const auto& type = crd.api_version == crd::ApiVersion::kV1 ? kubernetes::v1::kCustomResourceDefinitionSpec
                                                             : kubernetes::v1beta1::kCustomResourceDefinitionSpec;
  Value whole = Value::Object({});
  if (!crd.spec_json.empty()) {
    json::JsonReader in(crd.spec_json, arena);
    json::Set(whole, "spec", kubernetes::Read(in, type, arena), arena);
  }
  return crd::ToInternal(crd, whole, arena);
}

// Whether an update from one CRD to the other leaves spec unchanged. Compares the internal forms with defaults, so the
// two CRDs may be in different API versions. Pure.
//
// Upstream: apimachinery pkg/api/equality Semantic.DeepEqual of CustomResourceDefinitionSpec
// (v0.37.2).
bool SameSpec(const crd::CustomResourceDefinition& a, const crd::CustomResourceDefinition& b) {
  if (a.api_version == b.api_version && a.spec_json == b.spec_json) return true;
  base::Arena arena;
  return crd::SameSpec(InternalSpec(a, arena), InternalSpec(b, arena));
}

bool IsStructural(const crd::CustomResourceDefinition& crd, base::Arena& arena) {
  return std::ranges::all_of(InternalSchemas(crd),
                             [&](const PlacedSchema& placed) { return Examine(placed, arena).structural(); });
}

// Returns all violations of a schema. If the schema has no structural form, the result has a violation for each
// unsupported keyword.
std::vector<Violation> StructuralViolationsOf(const PlacedSchema& placed, base::Arena& arena) {
  Structurality found = Examine(placed, arena);
  if (!found.not_representable) return std::move(found.violations);
  auto keywords = placed.At([&](const FieldPath& path) { return UnsupportedKeywords(*placed.schema, path); });
  if (keywords.empty()) keywords.push_back(*std::move(found.not_representable));
  return keywords;
}

class Plan {
 public:
  Plan(const Change& change, base::Arena& arena) : change_(change), arena_(arena) {}

  std::vector<RuleViolation> FindViolations() {
    const auto schemas = InternalSchemas(change_.after);
    std::vector<Violation> wrong;
    kubernetes::ViolationBudget budget(wrong);
    for (const PlacedSchema& placed : schemas) {
      if (budget.exhausted()) break;
      std::ranges::move(StructuralViolationsOf(placed, arena_), std::back_inserter(wrong));
    }
    if (wrong.empty()) return {};
    if (change_.before != nullptr && SameSpec(*change_.before, change_.after)) {
      FindUnionViolations(FindDeclaredUnions(change_.text_before, arena_));
      return std::move(found_);
    }
    FindStructuralViolations(wrong);
    FindConversionViolations();
    FindPruningViolations();
    FindDefaultViolations(schemas);
    FindUnionViolations({});
    return std::move(found_);
  }

 private:
  // Adds the violations in `wrong` if the CRD is new or the stored CRD is structural. Adds none for a request in
  // v1beta1, because only v1 requires structural schemas.
  void FindStructuralViolations(std::vector<Violation>& wrong) {
    if (change_.request_version != crd::ApiVersion::kV1) return;
    const bool update = change_.before != nullptr;
    if (update && !IsStructural(*change_.before, arena_)) return;
    for (Violation& error : wrong) found_.push_back({(update ? kKepUpdate : kKepCreate).id, std::move(error)});
  }

  void FindConversionViolations() {
    const std::string_view strategy = change_.after.conversion_strategy;
    if (strategy != "Webhook") return;
    if (change_.before != nullptr && change_.before->conversion_strategy == strategy) return;
    const FieldPath conversion = spec_.Child("conversion");
    found_.push_back({kKepConversion.id, kubernetes::Invalid(kKepConversion.id, conversion.Child("strategy"), strategy,
                                                             "webhook conversion needs structural schemas")});
  }

  void FindPruningViolations() {
    if (change_.after.preserve_unknown_fields) return;
    found_.push_back({kKepPruning.id, kubernetes::InvalidFalse(kKepPruning.id, spec_.Child("preserveUnknownFields"),
                                                               "pruning needs structural schemas")});
  }

  void FindDefaultViolations(const std::vector<PlacedSchema>& schemas) {
    std::vector<Violation> defaults;
    kubernetes::ViolationBudget budget(defaults);
    const auto add = [&](const crd::JSONSchemaProps& schema, const FieldPath& at) {
      if (schema.values->default_value.empty()) return false;
      defaults.push_back(
          kubernetes::Forbidden(kKepDefaults.id, at.Child("default"), "defaults need structural schemas"));
      return budget.exhausted();
    };
    for (const PlacedSchema& placed : schemas) {
      placed.At([&](const FieldPath& path) {
        if (!budget.exhausted()) validate::VisitUntil(*placed.schema, path, validate::VisitedSchemas::kEverywhere, add);
      });
    }
    for (Violation& error : defaults) found_.push_back({kKepDefaults.id, std::move(error)});
  }

  // Reports all declarations of unions, except those in `known`, which are the declarations of the stored CRD.
  void FindUnionViolations(std::vector<UnionDeclaration> known) {
    std::ranges::sort(known);
    for (const UnionDeclaration& declared : FindDeclaredUnions(change_.text, arena_)) {
      if (std::ranges::binary_search(known, declared)) continue;
      found_.push_back({kKepUnions.id, kubernetes::Forbidden(kKepUnions.id, FieldPath(declared.path),
                                                             "unions need structural schemas")});
    }
  }

  const Change& change_;
  base::Arena& arena_;
  const FieldPath spec_{"spec"};
  std::vector<RuleViolation> found_;
};

// Returns the violations of the requirements in the API Compatibility Plan of the KEP "Vanilla CRD OpenAPI subset:
// structural schemas" (policy kKep).
std::vector<RuleViolation> FindKepViolations(const Change& change, base::Arena& arena) {
  return Plan(change, arena).FindViolations();
}

}  // namespace

std::vector<RuleViolation> FindViolations(const Change& change, Policy policy, base::Arena& arena) {
  return policy == Policy::kServer ? FindServerViolations(change, arena) : FindKepViolations(change, arena);
}

}  // namespace structural::compatibility
