// Paths as servers print them in errors and elsewhere, "spec.a[0].b", and the fields of schemas.
#pragma once

#include <span>
#include <string_view>

#include "schema/compare/walk.h"

namespace structural::compare {

// Takes a step off a path. False: it is another one.
bool TakeStep(std::string_view& path, const Step& step);

// Whether what stands at a path is the field or in it.
bool IsBelow(std::string_view path, std::span<const Step> field);
// Whether it is the field, or something that the field is in.
bool IsAbove(std::string_view path, std::span<const Step> field);

}  // namespace structural::compare
