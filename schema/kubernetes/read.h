// Reads JSON as a Go type, like Go's encoding/json.
#pragma once

#include "schema/base/arena.h"
#include "schema/json/reader.h"
#include "schema/json/value.h"
#include "schema/kubernetes/type.h"

namespace structural::kubernetes {

// Reads the next value as `type`. Ignores unknown fields. If a field is repeated, the later value is merged into the
// earlier one. The reader keeps errors: a wrong JSON type, a number that does not fit, or large maps whose keys are
// repeated many times (JsonReader::SpendOnRepetition).
//
// The result points into `arena` and to the reader's strings. Missing fields, and pointers, lists and maps that are
// null, are not in the result. Times are normalized. Schemas (JSONSchemaProps) are skipped, because schema/crd/model
// decodes them: the result has the number 0 instead of each schema, and the caller can replace this number.
json::Value Read(json::JsonReader& in, const Type& type, base::Arena& arena);

// Reads the next value, and records an error in the reader if Go could not decode it as `type`.
void Check(json::JsonReader& in, const Type& type);

// Reads the value of the member `name` of a struct. If the type `structure` has this field, checks the value like
// Check; otherwise only checks that it is valid JSON.
void CheckMember(json::JsonReader& in, const Type& structure, std::string_view name);

}  // namespace structural::kubernetes
