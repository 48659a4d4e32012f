// Reads JSON like Go's encoding/json reads it into a type.
#pragma once

#include "schema/base/arena.h"
#include "schema/json/reader.h"
#include "schema/json/value.h"
#include "schema/kubernetes/type.h"

namespace structural::kubernetes {

// Reads the next value. Unknown fields are dropped, and the value of a repeated field is merged into the first one.
// Errors are recorded in the reader: a wrong JSON type, a number that does not fit, or large maps whose keys are
// repeated many times (JsonReader::SpendOnRepetition).
//
// The result points into `arena` and to the reader's strings. Fields that are absent or null pointers, lists or maps
// are absent from the result. Times are normalized. JSONSchemaProps are skipped, because schema/crd/model decodes them:
// each becomes the number 0, which the caller can replace.
json::Value Read(json::JsonReader& in, const Type& type, base::Arena& arena);

// Reads the next value and records an error if Go could not read it. Produces no value.
void Check(json::JsonReader& in, const Type& type);

// Checks the next member: against the type of its field, or only for valid JSON if the struct has no such field.
void CheckMember(json::JsonReader& in, const Type& structure, std::string_view name);

}  // namespace structural::kubernetes
