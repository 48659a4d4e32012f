#include "schema/crd/evaluate.h"

#include <algorithm>
#include <iterator>
#include <utility>
#include <variant>

#include "schema/crd/convert.h"
#include "schema/crd/model/new_structural.h"
#include "schema/crd/rules/catalog.h"
#include "schema/crd/rules/validate.h"

namespace structural::crd {
namespace {

using kubernetes::FieldPath;

std::string StructuralErrorMessage(const Version& version, const NotRepresentable& reason) {
  return "failed to check validation schema for version " + std::string(version.name) + ": " + reason.text;
}

EvaluationResult StructuralError(const Version& version, const NotRepresentable& reason) {
  EvaluationResult verdict;
  verdict.condition = Condition{"Unknown", "StructuralError", StructuralErrorMessage(version, reason)};
  for (const auto& possible : ReasonsNotRepresentable(*version.schema)) {
    verdict.possible_messages.push_back(StructuralErrorMessage(version, possible));
  }
  return verdict;
}

// Evaluates the versions of a CRD in order. If consecutive versions share a schema, as in v1beta1, checks the schema
// only once, and repeats the violations with the path of the next version.
class VersionEvaluator {
 public:
  VersionEvaluator(std::vector<kubernetes::Violation>& found, base::Arena& arena)
      : found_(found), arena_(arena), budget_(found) {}

  // Adds the violations of a version. If its schema has no structural form, returns the reason; otherwise nullopt.
  std::optional<NotRepresentable> Version(std::size_t index, const JSONSchemaProps& schema);

 private:
  void RepeatViolations(const std::string& path);

  std::vector<kubernetes::Violation>& found_;
  base::Arena& arena_;
  kubernetes::ViolationBudget budget_;
  const JSONSchemaProps* last_ = nullptr;
  std::string last_path_;
  std::size_t last_begin_ = 0, last_end_ = 0;  // range in found_ of the violations of the schema `last_`
};

std::optional<NotRepresentable> VersionEvaluator::Version(std::size_t index, const JSONSchemaProps& schema) {
  const kubernetes::FieldPath spec("spec");
  const kubernetes::FieldPath version = spec.Child("versions", index);
  const kubernetes::FieldPath of_schema = version.Child("schema");
  const kubernetes::FieldPath path = of_schema.Child("openAPIV3Schema");
  if (&schema == last_) {
    RepeatViolations(path.String());
    return std::nullopt;
  }
  const base::Arena::Mark before = arena_.Here();
  const auto structural = NewStructural(schema, arena_);
  if (const auto* reason = std::get_if<NotRepresentable>(&structural)) return *reason;
  last_ = &schema;
  last_path_ = path.String();
  last_begin_ = found_.size();
  if (!budget_.exhausted()) {
    auto found = ValidateStructural(path, *std::get<const Structural*>(structural));
    std::ranges::move(found, std::back_inserter(found_));
  }
  last_end_ = found_.size();
  arena_.Rewind(before);
  return std::nullopt;
}

void VersionEvaluator::RepeatViolations(const std::string& path) {
  if (last_begin_ == last_end_ || budget_.exhausted()) return;
  for (std::size_t i = last_begin_; i < last_end_; ++i) {
    found_.push_back(MoveToPath(found_[i], last_path_, path));
  }
}

// Checks a schema. Returns false if it has no structural form. A null schema has no violations.
bool EvaluateSchema(const JSONSchemaProps* schema, const FieldPath& holder, base::Arena& arena,
                    InternalEvaluation& verdict) {
  if (schema == nullptr) return true;
  const auto structural = NewStructural(*schema, arena, EmptyLists::kKeep);
  if (const auto* reason = std::get_if<NotRepresentable>(&structural)) {
    verdict.structural_error = reason->text;
    return false;
  }
  auto found = ValidateStructural(holder.Child("openAPIV3Schema"), *std::get<const Structural*>(structural));
  std::ranges::move(found, std::back_inserter(verdict.violations));
  return true;
}

}  // namespace

kubernetes::Violation PreserveUnknownFieldsViolation() {
  const kubernetes::FieldPath spec("spec");
  return kubernetes::InvalidTrue(kPreserveUnknownFields.id, spec.Child("preserveUnknownFields"), "must be false");
}

EvaluationResult Evaluate(const CustomResourceDefinition& crd, base::Arena& arena) {
  EvaluationResult verdict;
  VersionEvaluator evaluator(verdict.violations, arena);
  if (crd.preserve_unknown_fields) verdict.violations.push_back(PreserveUnknownFieldsViolation());
  for (std::size_t i = 0; i < crd.versions.size(); ++i) {
    if (crd.versions[i].schema == nullptr) continue;
    if (const auto reason = evaluator.Version(i, *crd.versions[i].schema)) {
      return StructuralError(crd.versions[i], *reason);
    }
  }
  if (!verdict.violations.empty()) {
    verdict.condition = Condition{"True", "Violations", kubernetes::Message(verdict.violations)};
  }
  return verdict;
}

base::Result<InternalEvaluation> EvaluateInternal(std::string_view json, base::Arena& arena) {
  const auto crd = Decode(json, arena);
  if (!crd.ok()) return crd.error();
  InternalEvaluation verdict{crd->api_version, std::string(crd->metadata.name), {}, {}};
  const bool shared = VersionsShareSchema(*crd);
  const FieldPath path("spec");
  kubernetes::ViolationBudget budget(verdict.violations);
  const JSONSchemaProps* at_top = shared ? crd->versions[0].own_schema : crd->validation;
  if (!EvaluateSchema(at_top, path.Child("validation"), arena, verdict) || shared) return verdict;
  for (std::size_t i = 0; i < crd->versions.size() && !budget.exhausted(); ++i) {
    const FieldPath version = path.Child("versions", i);
    if (!EvaluateSchema(crd->versions[i].own_schema, version.Child("schema"), arena, verdict)) break;
  }
  return verdict;
}

namespace {

bool IsScalar(std::string_view type) {
  return type == "string" || type == "integer" || type == "number" || type == "boolean";
}

bool KeepsAll(const JSONSchemaProps& schema) {
  const bool properties_keep =
      std::ranges::all_of(schema.properties, [](const auto& property) { return KeepsAll(*property.value); });
  if (!properties_keep) return false;
  if (schema.items != nullptr && schema.items->schema != nullptr) {
    return KeepsAll(*schema.items->schema);
  }
  if (schema.additional_properties != nullptr && schema.additional_properties->schema != nullptr) {
    return KeepsAll(*schema.additional_properties->schema);
  }
  return IsScalar(schema.type) || schema.x_int_or_string || schema.x_preserve_unknown_fields.value_or(false);
}

}  // namespace

bool MayLoseFields(const CustomResourceDefinition& crd) {
  return crd.preserve_unknown_fields && !std::ranges::all_of(crd.versions, [](const Version& version) {
           return version.schema != nullptr && KeepsAll(*version.schema);
         });
}

}  // namespace structural::crd
