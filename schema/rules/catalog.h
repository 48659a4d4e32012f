// Every rule by name. A new rule is a new file, a line here and a line in catalog.cc.
#pragma once

#include <span>

#include "schema/rules/rule.h"

namespace structural::rules {

// On schemas outside of junctors: structural/.
extern const StructuralRule kArrayItems;
extern const StructuralRule kRootAdditionalProperties;
extern const StructuralRule kTypeRequired;
extern const StructuralRule kRootType;
extern const StructuralRule kMetadataType;
extern const StructuralRule kRootMetadata;
extern const StructuralRule kTypeMeta;
extern const StructuralRule kEmbeddedResourceType;
extern const StructuralRule kEmbeddedResourceProperties;
extern const StructuralRule kEmbeddedResourceAdditionalProperties;
extern const StructuralRule kIntOrStringPreserveUnknownFields;
extern const StructuralRule kIntOrStringEmbeddedResource;
extern const StructuralRule kPattern;

// Below junctors: junctor/.
extern const NestedRule kJunctorType;
extern const NestedRule kJunctorTitle;
extern const NestedRule kJunctorDescription;
extern const NestedRule kJunctorNullable;
extern const NestedRule kJunctorDefault;
extern const NestedRule kJunctorAdditionalProperties;
extern const NestedRule kJunctorPreserveUnknownFields;
extern const NestedRule kJunctorEmbeddedResource;
extern const NestedRule kJunctorIntOrString;
extern const NestedRule kJunctorListMapKeys;
extern const NestedRule kJunctorListType;
extern const NestedRule kJunctorMapType;
extern const NestedRule kJunctorValidations;
extern const NestedRule kJunctorMetadata;
extern const NestedRule kJunctorPattern;

// Keywords without a structural form: unsupported/.
extern const UnsupportedRule kUnsupportedId;
extern const UnsupportedRule kUnsupportedSchema;
extern const UnsupportedRule kUnsupportedRef;
extern const UnsupportedRule kUnsupportedPatternProperties;
extern const UnsupportedRule kUnsupportedDependencies;
extern const UnsupportedRule kUnsupportedAdditionalItems;
extern const UnsupportedRule kUnsupportedDefinitions;
extern const UnsupportedRule kUnsupportedItemsArray;
extern const UnsupportedRule kUnsupportedPreserveUnknownFieldsFalse;

// Checked by their own walks: completeness.h, crd/evaluate.h.
extern const Rule kCompleteness;
extern const Rule kPreserveUnknownFields;

std::span<const StructuralRule* const> StructuralRules();
std::span<const NestedRule* const> NestedRules();
std::span<const UnsupportedRule* const> UnsupportedRules();

// All of them, each once, in the order in which people read about them.
std::span<const Rule* const> AllRules();

// The rule for a NotRepresentable's keyword; never null for a keyword that NewStructural names.
const UnsupportedRule* FindUnsupported(std::string_view keyword);

}  // namespace structural::rules
