// Why one node of a schema, by itself, has no structural form.
#pragma once

#include <optional>

#include "schema/model/new_structural.h"

namespace structural::model {

// Upstream: schema/convert.go validateUnsupportedFields, newExtensions, NewStructural (v0.37.2).
std::optional<NotRepresentable> UnsupportedKeyword(const JSONSchemaProps& schema);
std::optional<NotRepresentable> PreserveUnknownFieldsFalse(const JSONSchemaProps& schema);
std::optional<NotRepresentable> ItemsArray(const JSONSchemaProps& schema);

}  // namespace structural::model
