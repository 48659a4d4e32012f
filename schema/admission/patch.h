// JSON Patch and JSON Merge Patch, as the Go library that an API server uses for custom resources applies them. That
// library omits some checks of RFC 6902.
//
// Upstream: gopkg.in/evanphx/json-patch.v4 patch.go, merge.go (v4.13.0).
#pragma once

#include <string>
#include <string_view>

#include "schema/base/arena.h"
#include "schema/base/result.h"
#include "schema/json/value.h"

namespace structural::admission {

// Returns the name of a value's kind in Go's error messages: "object", "array", "string", "bool", "number".
std::string_view JsonKind(const json::Value& value);

// Applies a JSON Patch to the text of an object, and returns the new text. Values that the patch adds keep the text
// that they have in the patch, without spaces. Members that no operation passes through keep their text and order.
// Errors: kBadRequest for a patch that is not a list of operations; kLimitExceeded for more operations than a server
// accepts; kUnprocessable if an operation does not apply, or if copies need more memory than a server allows
// (schema/json/patch.h). Precondition: `object` is the JSON text of an object or array.
base::Result<std::string> ApplyJsonPatch(std::string_view patch, std::string_view object, base::Arena& arena);

// Applies a JSON Merge Patch to the text of an object, and returns the new text; for its format, see ApplyJsonPatch. A
// patch that is an array replaces the object. Errors: kBadRequest for a patch that is neither an object nor an array.
// Precondition: `object` is the JSON text of an object.
base::Result<std::string> ApplyMergePatch(std::string_view patch, std::string_view object, base::Arena& arena);

}  // namespace structural::admission
