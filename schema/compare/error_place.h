// Which change an error or a field of a server's answer is about.
#pragma once

#include <span>
#include <string_view>

#include "schema/compare/compare.h"

namespace structural::compare {

// Whether an error is about the field and keyword of a change.
bool IsAbout(std::string_view error, const Change& change);

// Whether what stands at a path, as servers print it ("spec.a[0].b"), is the field or in it.
bool IsBelow(std::string_view path, std::span<const Step> field);
// Whether it is the field, or something that the field is in.
bool IsAbove(std::string_view path, std::span<const Step> field);

}  // namespace structural::compare
