// The texts of values in errors that the server prints as JSON, because their Go types are not strings.
#pragma once

#include <string>

#include "schema/json/value.h"
#include "schema/validate/context.h"

namespace structural::validate {

// Returns the value as JSON; "null" for a null pointer.
std::string PrintedJson(const Value* value);
std::string PrintedText(std::string_view text);
std::string PrintedTexts(std::span<const std::string_view> texts);

// Each of these functions returns a part of the internal form. The Go types of the internal form have no JSON tags.
// Therefore, the fields have Go's names, in the order of the Go types. The text is truncated soon after
// base::OutputBudget::kBytes.
//
// Upstream: apis/apiextensions/types.go, types_jsonschema.go (v0.37.2).
std::string PrintedVersions(const crd::Internal& crd, base::Arena& arena);
std::string PrintedSchema(const crd::JSONSchemaProps& schema, base::Arena& arena);
std::string PrintedRule(const crd::ValidationRule& rule, base::Arena& arena);
// Returns `items` of the schema as JSON. Precondition: the schema has `items`.
std::string PrintedItems(const crd::JSONSchemaProps& schema, base::Arena& arena);
void AppendSchema(const crd::JSONSchemaProps& schema, base::Arena& arena, std::string& to);

}  // namespace structural::validate
