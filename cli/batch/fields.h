// The members of an object as JSON texts, to change a line without reading it.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "schema/base/arena.h"

namespace structural::cli {

using Fields = std::map<std::string_view, std::string_view>;

// Returns no members for a text that is not an object. Precondition: it is valid JSON or empty.
Fields FieldsOf(std::string_view text, base::Arena& arena);

// Returns a member that is a string; empty if it is missing or another value.
std::string_view TextIn(const Fields& fields, std::string_view key, base::Arena& arena);

// Returns the object, sorted, without space between tokens.
std::string JsonOf(const Fields& fields);

}  // namespace structural::cli
