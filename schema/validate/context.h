// What the checks of a CRD share: the CRD, what is asked of it, and where errors go.
#pragma once

#include <map>
#include <set>
#include <span>
#include <string>
#include <string_view>

#include "schema/base/arena.h"
#include "schema/crd/convert.h"
#include "schema/expressions/compile.h"
#include "schema/json/members.h"
#include "schema/kubernetes/violation.h"
#include "schema/validate/errors.h"
#include "schema/validate/release.h"

namespace structural::validate {

using json::Value;
using kubernetes::FieldPath;

// What validation asks for. On an update less, where the stored object breaks it already.
//
// Upstream: apis/apiextensions/validation/validation.go validationOptions (v0.37.2).
struct Options {
  Release release = {};
  bool by_v1beta1 = false;  // the client uses v1beta1 of a server that serves it
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
  // By the version's name; "" stands for spec.selectableFields.
  std::map<std::string_view, bool> allow_too_many_selectable_fields = {};
  // The expressions of the stored object: they may use what new ones may not yet.
  std::set<std::string_view> stored_rules = {};
  std::set<std::string_view> stored_messages = {};
  // The names of versions whose schemas an update leaves as they are.
  std::set<std::string_view> unchanged_versions = {};
};

// Borrows all of it. `arena` is working memory.
struct Context {
  const crd::Internal& crd;
  const Options& options;
  Errors& errors;
  expressions::Effort& effort;
  base::Arena& arena;

  const Value& spec() const { return *crd.crd.Find("spec"); }
};

inline std::span<const Value> VersionsOf(const Value& spec) {
  return ElementsOf(spec.Find("versions"));
}

// A pointer that is set.
inline bool Has(const Value& object, std::string_view key) { return object.Find(key) != nullptr; }

// The schema in spec.validation or in a version's schema, which may be missing (nullptr). nullptr:
// there is none.
const model::JSONSchemaProps* SchemaIn(const crd::Internal& crd, const Value* holder);

// Calls use(schema) for each schema of the CRD until one call returns true, and returns whether one
// did.
//
// Upstream: validation.go HasSchemaWith.
template <typename Use>
bool AnySchema(const crd::Internal& crd, Use use) {
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
