// The texts of values in errors that the server prints as JSON, because their Go types are not strings.
#pragma once

#include <string>

#include "schema/json/value.h"
#include "schema/validate/context.h"

namespace structural::validate {

// Returns the value as JSON; "null" for a null pointer. PrintedText and PrintedTexts return a string and a list of
// strings as JSON.
std::string PrintedJson(const Value* value);
std::string PrintedText(std::string_view text);
std::string PrintedTexts(std::span<const std::string_view> texts);

// Each of the functions below returns a part of the CRD's internal form as JSON. The Go types of the internal form have
// no JSON tags. Therefore, the keys are Go's field names, in the order of the Go types. The text is cut off soon after
// it has base::OutputBudget::kMaxKeptBytes.
//
// Upstream: apis/apiextensions/types.go, types_jsonschema.go (v0.37.2).
std::string PrintedVersions(const crd::InternalCrd& crd, base::Arena& arena);
std::string PrintedSchema(const crd::JSONSchemaProps& schema, base::Arena& arena);
std::string PrintedRule(const crd::ValidationRule& rule, base::Arena& arena);
// Returns `items` of the schema as JSON. Precondition: the schema has `items`.
std::string PrintedItems(const crd::JSONSchemaProps& schema, base::Arena& arena);
// Appends the text that PrintedSchema returns.
void AppendSchema(const crd::JSONSchemaProps& schema, base::Arena& arena, std::string& to);

}  // namespace structural::validate
