// Functions that check a single schema, without the schemas inside it.
#pragma once

#include <string_view>
#include <vector>

#include "schema/crd/model/json_schema_props.h"
#include "schema/validate/context.h"

namespace structural::validate {

// Properties of a schema that the schemas around it determine. Points to texts in static storage, and to the path of a
// schema around it.
//
// Upstream: apis/apiextensions/validation/validation.go specStandardValidatorV3 (v0.37.2).
struct InheritedContext {
  std::string_view no_defaults_reason = {};  // why the schema must not have defaults; empty: defaults are allowed
  bool inside_meta = false;                  // whether the schema is in TypeMeta or ObjectMeta
  bool inside_composition = false;           // whether the schema is in allOf, anyOf, oneOf or not
  // The path of the outermost schema around this one whose list or map prevents that new values are correlated with old
  // values; null: all values can be correlated.
  const FieldPath* uncorrelatable = nullptr;

  InheritedContext WithForbiddenDefaults(std::string_view reason) const {
    return {reason, inside_meta, inside_composition, uncorrelatable};
  }
  InheritedContext InsideComposition() const { return {no_defaults_reason, inside_meta, true, uncorrelatable}; }
  InheritedContext InsideUncorrelatable(const FieldPath& path) const {
    return {no_defaults_reason, inside_meta, inside_composition, uncorrelatable == nullptr ? &path : uncorrelatable};
  }
  // Returns the surroundings of a schema for TypeMeta or ObjectMeta. `at_top`: name of the resource's own field (such
  // as metadata); empty for an embedded resource.
  InheritedContext InsideMeta(std::string_view at_top) const;
};

struct SchemaNode {
  const Context& in;
  const crd::JSONSchemaProps& schema;
  const FieldPath& path;
  const InheritedContext& inherited;
};

// Runs all checks of one schema. Upstream: ValidateCustomResourceDefinitionOpenAPISchema, without the schemas inside
// it.
void CheckNode(const SchemaNode& at);

// Each of these functions runs some of the checks of CheckNode. Upstream: specStandardValidatorV3.validate; the list
// types; validateMapListKeysMapSet; the texts of x-kubernetes-validations.
void CheckKeywords(const SchemaNode& at);
void CheckListType(const SchemaNode& at);
void CheckMapListKeysMapSet(const SchemaNode& at);
void CheckValidationRules(const SchemaNode& at);

// HasInvalidMapListKeysMapSet: whether CheckMapListKeysMapSet finds an error. HasNonAtomicSetItems: whether a list of
// type set has items that are not atomic.
bool HasInvalidMapListKeysMapSet(const crd::JSONSchemaProps& schema);
bool HasNonAtomicSetItems(const crd::JSONSchemaProps& schema);

}  // namespace structural::validate
