#include <algorithm>
#include <compare>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "schema/base/arena.h"
#include "schema/crd/convert.h"
#include "schema/crd/crd.h"
#include "schema/json/members.h"
#include "schema/json/value.h"
#include "schema/json/write.h"
#include "schema/kubernetes/crd_types.h"
#include "schema/kubernetes/read.h"
#include "schema/kubernetes/violation.h"
#include "schema/unions/kep/annotation.h"
#include "schema/unions/kep/crd_unions.h"
#include "schema/unions/kep/declaration.h"
#include "schema/validate/compatibility/features.h"
#include "schema/validate/compatibility/policies.h"
#include "schema/validate/compatibility/rules.h"
#include "schema/validate/compatibility/schemas.h"
#include "schema/validate/walk.h"

namespace structural::compatibility {
namespace {

using crd::JSONSchemaProps;
using json::Value;

// A place where a CRD declares unions.
struct DeclaredUnions {
  std::string path;  // path of the annotation or of the x-kubernetes-unions, as the CRD's author wrote it
  std::string what;  // the declaration as JSON text

  auto operator<=>(const DeclaredUnions&) const = default;
};

Value* Find(Value* in, std::initializer_list<std::string_view> keys) {
  for (const std::string_view key : keys) in = in != nullptr ? in->Find(key) : nullptr;
  return in;
}

// Adds all lists of unions in a schema. `room`: bytes of paths that may still be added.
void AddLists(const Value* schema, const std::string& path, std::size_t& room, std::vector<DeclaredUnions>& to) {
  if (schema == nullptr) return;
  unions::kep::ForEachList(*schema, path, [&](const unions::kep::ListAt& at) {
    if (room < at.path.size()) return;
    room -= at.path.size();
    to.push_back({at.path, ""});
    json::AppendJson(at.list, to.back().what);
  });
}

// Adds the annotation, also if it is invalid.
void AddAnnotation(Value& root, base::Arena& arena, std::vector<DeclaredUnions>& to) {
  const Value* text = Find(&root, {"metadata", "annotations", unions::kep::kAnnotation});
  if (text == nullptr || !text->is_string()) return;
  const auto read = unions::kep::ReadAnnotation(text->text(), arena);
  if (!read.ok() || !read->empty())
    to.push_back({std::string(unions::kep::kAnnotationPath), std::string(text->text())});
}

// Returns all places where a CRD declares unions, valid or not, up to 8 MiB of paths. Precondition: `json` is the text
// of a CRD, or empty.
std::vector<DeclaredUnions> FindDeclaredUnions(std::string_view json, base::Arena& arena) {
  std::vector<DeclaredUnions> found;
  if (!unions::kep::MentionsUnions(json)) return found;
  auto root = json::Parser(arena).Parse(json);
  if (!root.ok()) return found;
  AddAnnotation(*root, arena, found);
  std::size_t room = kubernetes::ViolationBudget::kBytes;
  AddLists(Find(&*root, {"spec", "validation", "openAPIV3Schema"}), "spec.validation.openAPIV3Schema", room, found);
  const Value* versions = Find(&*root, {"spec", "versions"});
  if (versions == nullptr || !versions->is_array()) return found;
  for (std::size_t i = 0; i < versions->elements().size(); ++i) {
    AddLists(Find(&versions->elements()[i], {"schema", "openAPIV3Schema"}),
             "spec.versions[" + std::to_string(i) + "].schema.openAPIV3Schema", room, found);
  }
  return found;
}

// Precondition: the CRD was decoded from its text, so that spec is valid JSON.
crd::Internal InternalSpec(const crd::CustomResourceDefinition& crd, base::Arena& arena) {
  const auto& type = crd.api_version == crd::ApiVersion::kV1 ? kubernetes::v1::kCustomResourceDefinitionSpec
                                                             : kubernetes::v1beta1::kCustomResourceDefinitionSpec;
  Value whole = Value::Object({});
  if (!crd.spec.empty()) {
    json::JsonReader in(crd.spec, arena);
    json::Set(whole, "spec", kubernetes::Read(in, type, arena), arena);
  }
  return crd::ToInternal(crd, whole, arena);
}

// Whether an update leaves the spec unchanged. Compares the stored forms, defaulted and internal, so that the two CRDs
// may be in different versions of the API. Pure.
//
// Upstream: apimachinery pkg/api/equality Semantic.DeepEqual of CustomResourceDefinitionSpec
// (v0.37.2).
bool SameSpec(const crd::CustomResourceDefinition& a, const crd::CustomResourceDefinition& b) {
  if (a.api_version == b.api_version && a.spec == b.spec) return true;
  base::Arena arena;
  return crd::SameSpec(InternalSpec(a, arena), InternalSpec(b, arena));
}

using kubernetes::FieldPath;
using kubernetes::Violation;

bool IsStructural(const crd::CustomResourceDefinition& crd, base::Arena& arena) {
  return std::ranges::all_of(InternalSchemas(crd),
                             [&](const PlacedSchema& placed) { return Examine(placed, arena).structural(); });
}

// Returns all violations of a schema. If it has no structural form, that is all unsupported keywords instead of only
// the first.
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
  // Adds nothing for a request in v1beta1: only v1 itself requires structural schemas.
  void FindStructuralViolations(std::vector<Violation>& wrong) {
    if (change_.asked_for != crd::ApiVersion::kV1) return;
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
        if (!budget.exhausted()) validate::Any(*placed.schema, path, validate::Reach::kEverywhere, add);
      });
    }
    for (Violation& error : defaults) found_.push_back({kKepDefaults.id, std::move(error)});
  }

  // Refuses all declarations of unions except `known`, which are stored already.
  void FindUnionViolations(std::vector<DeclaredUnions> known) {
    std::ranges::sort(known);
    for (const DeclaredUnions& declared : FindDeclaredUnions(change_.text, arena_)) {
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

}  // namespace

std::vector<RuleViolation> FindKepViolations(const Change& change, base::Arena& arena) {
  return Plan(change, arena).FindViolations();
}

}  // namespace structural::compatibility
