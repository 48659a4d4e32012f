// Reading a value as Go's encoding/json reads it into a type.
#pragma once

#include "schema/base/arena.h"
#include "schema/json/reader.h"
#include "schema/json/value.h"
#include "schema/kubernetes/type.h"

namespace structural::kubernetes {

// Reads the value that stands next: unknown fields are dropped, a repeated one is read over the
// first. A wrong JSON type, a number that does not fit, or large maps whose keys are repeated again
// and again (JsonReader::SpendOnRepetition) are a mistake that stays in the reader.
//
// In the result, which points into `arena` and to what the reader's strings point to, fields that
// are absent or null pointers, lists or maps are absent; times are normalised. JSONSchemaProps,
// which schema/model decodes, are passed over: each is the number 0, for the caller's use.
json::Value Read(json::JsonReader& in, const Type& type, base::Arena& arena);

// The same without a result: whether Go could read it.
void Check(json::JsonReader& in, const Type& type);

// Checks the member that stands next: by the field's type, or for well-formedness where the struct
// has no such field.
void CheckMember(json::JsonReader& in, const Type& structure, std::string_view name);

}  // namespace structural::kubernetes
