// Which change an error of a server is about.
#pragma once

#include <string_view>

#include "schema/compare/compare.h"

namespace structural::compare {

// Whether an error is about the field and keyword of a change: what the server says of this keyword, and its new limit.
bool IsAbout(std::string_view error, const Change& change);

}  // namespace structural::compare
