// Finding a schema within a schema by a JSON Pointer (RFC 6901).
#pragma once

#include <string_view>

#include "schema/ops/value.h"

namespace structural::unions::kep {

struct Pointed {
  ops::Value* schema;  // nullptr: it leads to none
  bool in_junctor;     // because it leads through one
};

// Of what a structural schema is made of: properties, items and additionalProperties.
Pointed FindSchema(std::string_view pointer, ops::Value& root);

}  // namespace structural::unions::kep
