// Context: the CRD that is being checked, the options of the validation, and the list for its errors.
#pragma once

#include <map>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "schema/base/arena.h"
#include "schema/base/output_budget.h"
#include "schema/crd/convert.h"
#include "schema/expressions/compile.h"
#include "schema/json/members.h"
#include "schema/kubernetes/field_error.h"
#include "schema/kubernetes/violation.h"
#include "schema/validate/release.h"

namespace structural::validate {

// The errors of a CRD. Owns its errors. Not thread-safe. Memory: the texts take at most the size of the budget
// (schema/base/output_budget.h).
class Errors {
 public:
  void Add(kubernetes::Violation error) {
    if (budget_.Spend(error.error.bytes())) found_.push_back(std::move(error));
  }
  void Add(std::string_view rule, kubernetes::FieldError error) { Add({rule, std::move(error)}); }
  void Add(std::string_view rule, std::vector<kubernetes::FieldError> errors) {
    for (kubernetes::FieldError& error : errors) {
      if (error.kind == kubernetes::ErrorKind::kTruncated) return budget_.Exhaust();
      Add(rule, std::move(error));
    }
  }
  // Whether the budget is exhausted: further errors are dropped, and checks should stop.
  bool full() const { return budget_.exhausted(); }
  std::size_t size() const { return found_.size(); }

  // Returns the errors in the order in which they were added. If errors were dropped, the last one has the text
  // base::kTruncated.
  std::vector<kubernetes::Violation> Take() && {
    if (full()) found_.push_back({"", kubernetes::TruncatedError()});
    return std::move(found_);
  }

 private:
  base::OutputBudget budget_;
  std::vector<kubernetes::Violation> found_;
};

using json::Value;
using kubernetes::FieldPath;

// The requirements that a validation can omit: an update is not checked for a requirement that the stored CRD already
// violates.
//
// Upstream: apis/apiextensions/validation/validation.go validationOptions (v0.37.2).
struct Options {
  Release release = {};
  bool client_uses_v1beta1 = false;  // whether the client uses v1beta1, and the release serves it
  bool allow_defaults = true;
  bool require_recognized_conversion_review_version = true;
  bool require_immutable_names = false;
  bool require_open_api_schema = true;
  bool require_valid_property_type = true;
  bool require_structural_schema = true;
  bool require_pruned_defaults = true;
  bool require_atomic_set_type = true;
  bool require_map_list_keys_map_set_validation = true;
  bool allow_invalid_ca_bundle = true;
  // The versions that may have more than 8 selectable fields, because the stored CRD already has them. Key: name of the
  // version; empty for spec.selectableFields. All values are true.
  std::map<std::string_view, bool> allow_too_many_selectable_fields = {};
  // The texts of `rule` and of `messageExpression` in the stored CRD. They may use CEL features that new expressions
  // must not use yet.
  std::set<std::string_view> stored_rules = {};
  std::set<std::string_view> stored_messages = {};
  // Names of the versions whose schemas the update does not change.
  std::set<std::string_view> unchanged_versions = {};
};

// The input and output of the checks. All referenced objects must outlive it. `arena` is working memory.
struct Context {
  const crd::InternalCrd& crd;
  const Options& options;
  Errors& errors;
  expressions::CompilationBudget& compilation_budget;
  base::Arena& arena;

  const Value& spec() const { return *crd.crd.Find("spec"); }
};

inline std::span<const Value> VersionsOf(const Value& spec) { return ElementsOf(spec.Find("versions")); }

// Whether the object has the member. In the internal form, a member is absent if the Go field is a nil pointer.
inline bool Has(const Value& object, std::string_view key) { return object.Find(key) != nullptr; }

// Returns the schema in `holder`, which is spec.validation or a version's `schema`; null if `holder` is null or has no
// schema.
inline const crd::JSONSchemaProps* SchemaIn(const crd::InternalCrd& crd, const Value* holder) {
  const Value* number = Below(holder, "openAPIV3Schema");
  if (number == nullptr || number->kind() != Value::Kind::kInt) return nullptr;
  return crd.schemas[static_cast<std::size_t>(number->integer())];
}

// Calls use(schema) for each schema of the CRD, until a call returns true. Returns true if a call returned true.
//
// Upstream: validation.go HasSchemaWith.
template <typename Use>
bool AnySchema(const crd::InternalCrd& crd, Use use) {
  const Value& spec = *crd.crd.Find("spec");
  const auto* at_top = SchemaIn(crd, spec.Find("validation"));
  if (at_top != nullptr && use(*at_top)) return true;
  for (const Value& version : VersionsOf(spec)) {
    const auto* schema = SchemaIn(crd, version.Find("schema"));
    if (schema != nullptr && use(*schema)) return true;
  }
  return false;
}

// Whether spec.preserveUnknownFields is true or missing.
inline bool PreservesUnknownFields(const Value& spec) {
  return !Has(spec, "preserveUnknownFields") || IsTrue(spec.Find("preserveUnknownFields"));
}

}  // namespace structural::validate
