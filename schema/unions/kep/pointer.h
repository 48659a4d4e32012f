// Finding a schema within a schema by a JSON Pointer (RFC 6901).
#pragma once

#include <string_view>

#include "schema/json/value.h"

namespace structural::unions::kep {

struct Pointed {
  json::Value* schema;  // nullptr: it leads to none
  bool in_junctor;     // because it leads through one
};

// Of what a structural schema is made of: properties, items and additionalProperties.
Pointed FindSchema(std::string_view pointer, json::Value& root);

}  // namespace structural::unions::kep
