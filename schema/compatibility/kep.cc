#include "schema/compatibility/kep.h"

#include <algorithm>
#include <iterator>

#include "schema/compatibility/declared_unions.h"
#include "schema/compatibility/features.h"
#include "schema/compatibility/rules.h"
#include "schema/compatibility/schemas.h"
#include "schema/crd/crd.h"
#include "schema/crd/internal.h"
#include "schema/json/members.h"
#include "schema/kubernetes/crd_types.h"
#include "schema/kubernetes/read.h"
#include "schema/kubernetes/violation_budget.h"
#include "schema/validate/walk.h"

namespace structural::compatibility {
namespace {

using json::Value;
using model::JSONSchemaProps;

// Precondition: the CRD was decoded from its text, so that it is known to be readable.
crd::Internal InternalSpec(const crd::CustomResourceDefinition& crd, base::Arena& arena) {
  const auto& type = crd.api_version == crd::ApiVersion::kV1
                         ? kubernetes::v1::kCustomResourceDefinitionSpec
                         : kubernetes::v1beta1::kCustomResourceDefinitionSpec;
  Value whole = Value::Object({});
  if (!crd.spec.empty()) {
    json::JsonReader in(crd.spec, arena);
    json::Set(whole, "spec", kubernetes::Read(in, type, arena), arena);
  }
  return crd::ToInternal(crd, whole, arena);
}

// Whether an update leaves the spec as it is. Compares what the server would store: defaulted, in
// the internal form, so that the versions of the API may differ. Pure.
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
  return std::ranges::all_of(InternalSchemas(crd), [&](const PlacedSchema& placed) {
    return Examine(placed, arena).structural();
  });
}

// Keyword by keyword where the schema has no structural form, which names but one of them.
std::vector<Violation> WhatIsWrong(const PlacedSchema& placed, base::Arena& arena) {
  Structurality found = Examine(placed, arena);
  if (!found.not_representable) return std::move(found.violations);
  auto keywords =
      placed.At([&](const FieldPath& path) { return UnsupportedKeywords(*placed.schema, path); });
  if (keywords.empty()) keywords.push_back(*std::move(found.not_representable));
  return keywords;
}

class Plan {
 public:
  Plan(const Change& change, base::Arena& arena) : change_(change), arena_(arena) {}

  std::vector<RuleViolation> Judge() {
    const auto schemas = InternalSchemas(change_.after);
    std::vector<Violation> wrong;
    kubernetes::ViolationBudget budget(wrong);
    for (const PlacedSchema& placed : schemas) {
      if (budget.exhausted()) break;
      std::ranges::move(WhatIsWrong(placed, arena_), std::back_inserter(wrong));
    }
    if (wrong.empty()) return {};
    if (change_.before != nullptr && SameSpec(*change_.before, change_.after)) {
      JudgeUnions(FindDeclaredUnions(change_.text_before, arena_));
      return std::move(found_);
    }
    JudgeStructurality(wrong);
    JudgeConversion();
    JudgePruning();
    JudgeDefaults(schemas);
    JudgeUnions({});
    return std::move(found_);
  }

 private:
  // v1 alone asks for structural schemas as such.
  void JudgeStructurality(std::vector<Violation>& wrong) {
    if (change_.asked_for != crd::ApiVersion::kV1) return;
    const bool update = change_.before != nullptr;
    if (update && !IsStructural(*change_.before, arena_)) return;
    for (Violation& error : wrong)
      found_.push_back({(update ? kKepUpdate : kKepCreate).id, std::move(error)});
  }

  void JudgeConversion() {
    const std::string_view strategy = change_.after.conversion_strategy;
    if (strategy != "Webhook") return;
    if (change_.before != nullptr && change_.before->conversion_strategy == strategy) return;
    const FieldPath conversion = spec_.Child("conversion");
    found_.push_back({kKepConversion.id,
                      kubernetes::Invalid(kKepConversion.id, conversion.Child("strategy"), strategy,
                                          "webhook conversion needs structural schemas")});
  }

  void JudgePruning() {
    if (change_.after.preserve_unknown_fields) return;
    found_.push_back({kKepPruning.id,
                      kubernetes::InvalidFalse(kKepPruning.id, spec_.Child("preserveUnknownFields"),
                                               "pruning needs structural schemas")});
  }

  void JudgeDefaults(const std::vector<PlacedSchema>& schemas) {
    std::vector<Violation> defaults;
    kubernetes::ViolationBudget budget(defaults);
    const auto add = [&](const model::JSONSchemaProps& schema, const FieldPath& at) {
      if (schema.values->default_value.empty()) return false;
      defaults.push_back(kubernetes::Forbidden(kKepDefaults.id, at.Child("default"),
                                               "defaults need structural schemas"));
      return budget.exhausted();
    };
    for (const PlacedSchema& placed : schemas) {
      placed.At([&](const FieldPath& path) {
        if (!budget.exhausted())
          validate::Any(*placed.schema, path, validate::Reach::kEverywhere, add);
      });
    }
    for (Violation& error : defaults) found_.push_back({kKepDefaults.id, std::move(error)});
  }

  // But for those that may stay.
  void JudgeUnions(std::vector<DeclaredUnions> known) {
    std::ranges::sort(known);
    for (const DeclaredUnions& declared : FindDeclaredUnions(change_.text, arena_)) {
      if (std::ranges::binary_search(known, declared)) continue;
      found_.push_back(
          {kKepUnions.id, kubernetes::Forbidden(kKepUnions.id, FieldPath(declared.path),
                                                "unions need structural schemas")});
    }
  }

  const Change& change_;
  base::Arena& arena_;
  const FieldPath spec_{"spec"};
  std::vector<RuleViolation> found_;
};

}  // namespace

std::vector<RuleViolation> JudgeAsKep(const Change& change, base::Arena& arena) {
  return Plan(change, arena).Judge();
}

}  // namespace structural::compatibility
