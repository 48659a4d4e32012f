// Whether Go's regexp package compiles a pattern, and what it says where it does not.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace structural::rules {

// nullopt for a pattern that compiles, else Go's text:
//   error parsing regexp: missing closing ): `(`
//
// Upstream: Go regexp.Compile, regexp/syntax Error.
std::optional<std::string> FindMistake(std::string_view pattern);

// The same; where the pattern compiles, `rewritten` matches for RE2 what it matches for Go.
std::optional<std::string> FindMistake(std::string_view pattern, std::string& rewritten);

}  // namespace structural::rules
