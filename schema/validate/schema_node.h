// The checks of one schema inside a schema, without those inside it.
#pragma once

#include <string_view>
#include <vector>

#include "schema/crd/model/json_schema_props.h"
#include "schema/validate/context.h"

namespace structural::validate {

// The context of a schema, determined by the schemas around it. Views of static storage, and of a path around the
// schema.
//
// Upstream: apis/apiextensions/validation/validation.go specStandardValidatorV3 (v0.37.2).
struct Surroundings {
  std::string_view no_defaults_reason = {};  // empty: defaults are allowed
  bool inside_meta = false;                  // whether the schema is in TypeMeta or ObjectMeta
  bool inside_composition = false;           // whether the schema is in allOf, anyOf, oneOf or not
  // The outermost list or map above the schema whose values cannot be correlated with those of an older object; null:
  // none.
  const FieldPath* uncorrelatable = nullptr;

  Surroundings WithForbiddenDefaults(std::string_view reason) const {
    return {reason, inside_meta, inside_composition, uncorrelatable};
  }
  Surroundings InsideJunctor() const { return {no_defaults_reason, inside_meta, true, uncorrelatable}; }
  Surroundings InsideUncorrelatable(const FieldPath& path) const {
    return {no_defaults_reason, inside_meta, inside_composition, uncorrelatable == nullptr ? &path : uncorrelatable};
  }
  // Returns the context of a schema in TypeMeta or ObjectMeta. `at_top`: name of the field of the resource itself;
  // empty for an embedded resource.
  Surroundings InsideMeta(std::string_view at_top) const;
};

struct SchemaNode {
  const Context& in;
  const crd::JSONSchemaProps& schema;
  const FieldPath& path;
  const Surroundings& around;
};

// Runs all checks of one schema. Upstream: ValidateCustomResourceDefinitionOpenAPISchema, without the schemas inside
// it.
void CheckNode(const SchemaNode& at);

// Single checks. Upstream: specStandardValidatorV3.validate; the list types; validateMapListKeysMapSet; the texts of
// x-kubernetes-validations.
void CheckKeywords(const SchemaNode& at);
void CheckListType(const SchemaNode& at);
void CheckMapListKeysMapSet(const SchemaNode& at);
void CheckValidationRules(const SchemaNode& at);

// Whether CheckMapListKeysMapSet, or the check for atomic items of sets, would find an error.
bool HasInvalidMapListKeysMapSet(const crd::JSONSchemaProps& schema);
bool HasNonAtomicSetItems(const crd::JSONSchemaProps& schema);

}  // namespace structural::validate
