// The association of a server's error with a change.
#pragma once

#include <span>
#include <string_view>

#include "schema/compare/compare.h"
#include "schema/compare/walk.h"
#include "schema/kubernetes/field_error.h"

namespace structural::compare {

// Whether an error is about the field and keyword of a change. The error of a limit must contain the limit of the new
// schema. The error of a CEL rule must contain the rule's message.
bool IsAbout(const kubernetes::FieldError& error, const Change& change);

// The functions below compare paths in a server's errors, like "spec.a[0].b", with fields of schemas.

// Removes `step` from the beginning of a path. Returns false if the path begins with another step.
bool TakeStep(std::string_view& path, const Step& step);

// Whether a path is the field or is below it.
bool IsBelow(std::string_view path, std::span<const Step> field);
// Whether a path is the field or is above it.
bool IsAbove(std::string_view path, std::span<const Step> field);

}  // namespace structural::compare
