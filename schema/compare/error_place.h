// Which change an error of a server is about.
#pragma once

#include <string_view>

#include "schema/compare/compare.h"

namespace structural::compare {

// Whether an error is about the field and keyword of a change.
bool IsAbout(std::string_view error, const Change& change);

}  // namespace structural::compare
