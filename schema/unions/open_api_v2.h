// The keywords of a schema in OpenAPI v2.
#pragma once

#include <optional>
#include <string_view>

#include "schema/base/result.h"
#include "schema/json/value.h"

namespace structural::unions {

// An error for what is no object, has a keyword that OpenAPI v2 does not have, or one of the wrong
// kind. Does not look into other schemas.
//
// Upstream: github.com/googleapis/gnostic openapiv2 NewSchema (v0.4.1).
base::Status CheckKeywords(const json::Value& schema);

// The one type; nothing where there is none. Precondition: CheckKeywords had no objection.
std::optional<std::string_view> TypeOf(const json::Value& schema);

}  // namespace structural::unions
