// Texts that are values of other types by their format.
//
// Upstream: kube-openapi pkg/validation/strfmt (v0.37.2).
#pragma once

#include "schema/cel/eval/context.h"

namespace structural::cel::object {

// A duration, a timestamp, or bytes; an error where the text is none; the text itself where the
// format is another one.
eval::Value TextToValue(std::string_view text, std::string_view format, eval::Context& context);

}  // namespace structural::cel::object
