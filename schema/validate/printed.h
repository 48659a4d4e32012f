// Values in errors that are no plain strings in Go: as encoding/json writes them.
#pragma once

#include <string>

#include "schema/json/value.h"
#include "schema/validate/context.h"

namespace structural::validate {

// "null" where there is none.
std::string PrintedJson(const Value* value);
std::string PrintedText(std::string_view text);
std::string PrintedTexts(std::span<const std::string_view> texts);

// spec.versions and schemas of the internal form, whose Go types have no JSON names: fields by
// their Go names, in the order of the types. At most not much more than the budget of an answer.
//
// Upstream: apis/apiextensions/types.go, types_jsonschema.go (v0.37.2).
std::string PrintedVersions(const crd::Internal& crd, base::Arena& arena);
std::string PrintedSchema(const model::JSONSchemaProps& schema, base::Arena& arena);
std::string PrintedRule(const model::ValidationRule& rule, base::Arena& arena);
// Of a schema with `items`.
std::string PrintedItems(const model::JSONSchemaProps& schema, base::Arena& arena);
void AppendSchema(const model::JSONSchemaProps& schema, base::Arena& arena, std::string& to);

}  // namespace structural::validate
