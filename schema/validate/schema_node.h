// Functions that check a single schema, without the schemas inside it.
#pragma once

#include <string_view>
#include <vector>

#include "schema/crd/model/json_schema_props.h"
#include "schema/validate/context.h"

namespace structural::validate {

// The properties of a schema that it inherits from the schemas around it. Points to texts in static storage, and to the
// path of a schema around it.
//
// Upstream: apis/apiextensions/validation/validation.go specStandardValidatorV3 (v0.37.2).
struct InheritedContext {
  std::string_view no_defaults_reason = {};  // why the schema must not have defaults; empty: defaults are allowed
  bool inside_meta = false;                  // whether the schema is in TypeMeta or ObjectMeta
  bool inside_composition = false;           // whether the schema is in allOf, anyOf, oneOf or not
  // The path of the outermost schema around this one whose list or map cannot be correlated: a server cannot find the
  // old value for a new value inside it. Null: all lists and maps around the schema can be correlated.
  const FieldPath* uncorrelatable = nullptr;

  InheritedContext WithForbiddenDefaults(std::string_view reason) const {
    return {reason, inside_meta, inside_composition, uncorrelatable};
  }
  InheritedContext InsideComposition() const { return {no_defaults_reason, inside_meta, true, uncorrelatable}; }
  InheritedContext InsideUncorrelatable(const FieldPath& path) const {
    return {no_defaults_reason, inside_meta, inside_composition, uncorrelatable == nullptr ? &path : uncorrelatable};
  }
  // Returns the context of a schema for TypeMeta or ObjectMeta. `at_top`: name of the resource's own field (such as
  // metadata); empty for an embedded resource.
  InheritedContext InsideMeta(std::string_view at_top) const;
};

// A schema to check, with its path and what it inherits from the schemas around it. All referenced objects must outlive
// it.
struct SchemaNode {
  const Context& in;
  const crd::JSONSchemaProps& schema;
  const FieldPath& path;
  const InheritedContext& inherited;
};

// Runs all checks of one schema, without those of the schemas inside it.
//
// Upstream: ValidateCustomResourceDefinitionOpenAPISchema.
void CheckNode(const SchemaNode& at);

// Each of these functions runs some of the checks of CheckNode: of the keywords, of list and map types, of list map
// keys and nullable items, and of the texts in x-kubernetes-validations.
//
// Upstream: specStandardValidatorV3.validate, validateMapListKeysMapSet.
void CheckKeywords(const SchemaNode& at);
void CheckListType(const SchemaNode& at);
void CheckMapListKeysMapSet(const SchemaNode& at);
void CheckValidationRules(const SchemaNode& at);

// HasInvalidMapListKeysMapSet returns whether CheckMapListKeysMapSet finds an error. HasNonAtomicSetItems returns
// whether a list of type set has items that are not atomic.
bool HasInvalidMapListKeysMapSet(const crd::JSONSchemaProps& schema);
bool HasNonAtomicSetItems(const crd::JSONSchemaProps& schema);

}  // namespace structural::validate
