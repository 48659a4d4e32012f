// Converts strings whose format gives them another type.
//
// Upstream: kube-openapi pkg/validation/strfmt (v0.37.2).
#pragma once

#include "schema/cel/eval/context.h"

namespace structural::cel::object {

// Returns a duration, a timestamp or bytes, or an error if the text is invalid. For other formats, returns the text.
eval::Value TextToValue(std::string_view text, std::string_view format, eval::Context& context);

}  // namespace structural::cel::object
