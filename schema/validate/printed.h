// Values in errors that are not plain strings in Go, as encoding/json writes them.
#pragma once

#include <string>

#include "schema/json/value.h"
#include "schema/validate/context.h"

namespace structural::validate {

// Returns "null" for a null pointer.
std::string PrintedJson(const Value* value);
std::string PrintedText(std::string_view text);
std::string PrintedTexts(std::span<const std::string_view> texts);

// Return spec.versions and schemas of the internal form. Its Go types have no JSON names, so the fields have their Go
// names, in the order of the types. The text is cut slightly above base::OutputBudget::kBytes.
//
// Upstream: apis/apiextensions/types.go, types_jsonschema.go (v0.37.2).
std::string PrintedVersions(const crd::Internal& crd, base::Arena& arena);
std::string PrintedSchema(const crd::JSONSchemaProps& schema, base::Arena& arena);
std::string PrintedRule(const crd::ValidationRule& rule, base::Arena& arena);
// Precondition: the schema has `items`.
std::string PrintedItems(const crd::JSONSchemaProps& schema, base::Arena& arena);
void AppendSchema(const crd::JSONSchemaProps& schema, base::Arena& arena, std::string& to);

}  // namespace structural::validate
