// One schema within a schema, wherever it stands, and what is said of it by itself.
#pragma once

#include <string_view>
#include <vector>

#include "schema/model/json_schema_props.h"
#include "schema/validate/context.h"

namespace structural::validate {

// What the schemas around say of it. Views of static storage, and of a path around it.
//
// Upstream: apis/apiextensions/validation/validation.go specStandardValidatorV3 (v0.37.2).
struct Surroundings {
  std::string_view no_defaults_reason = {};  // empty: there may be defaults
  bool inside_meta = false;                  // of TypeMeta or ObjectMeta
  bool inside_junctor = false;               // allOf, anyOf, oneOf or not
  // The outermost list or map whose values cannot be found again in an older object; null: none.
  const FieldPath* uncorrelatable = nullptr;

  Surroundings WithForbiddenDefaults(std::string_view reason) const {
    return {reason, inside_meta, inside_junctor, uncorrelatable};
  }
  Surroundings InsideJunctor() const {
    return {no_defaults_reason, inside_meta, true, uncorrelatable};
  }
  Surroundings InsideUncorrelatable(const FieldPath& path) const {
    return {no_defaults_reason, inside_meta, inside_junctor,
            uncorrelatable == nullptr ? &path : uncorrelatable};
  }
  // `at_top` names the field of the resource itself; empty: the resource is an embedded one.
  Surroundings InsideMeta(std::string_view at_top) const;
};

struct SchemaNode {
  const Context& in;
  const model::JSONSchemaProps& schema;
  const FieldPath& path;
  const Surroundings& around;
};

// All of it. Upstream: ValidateCustomResourceDefinitionOpenAPISchema, without what is below.
void CheckNode(const SchemaNode& at);

// Its parts. keywords.cc: specStandardValidatorV3.validate; list_type.cc; map_list_keys.cc:
// validateMapListKeysMapSet; validation_rules.cc: the texts of x-kubernetes-validations.
void CheckKeywords(const SchemaNode& at);
void CheckListType(const SchemaNode& at);
void CheckMapListKeysMapSet(const SchemaNode& at);
void CheckValidationRules(const SchemaNode& at);

// Whether CheckMapListKeysMapSet and the check for atomic items of sets find something.
bool HasInvalidMapListKeysMapSet(const model::JSONSchemaProps& schema);
bool HasNonAtomicSetItems(const model::JSONSchemaProps& schema);

}  // namespace structural::validate
