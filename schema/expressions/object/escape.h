// Names of properties in expressions: `a-b` is escaped to a__dash__b.
//
// Upstream: apiserver/pkg/cel/escaping.go (0.37).
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace structural::cel::object {

// Returns the escaped form of a name; nullopt if expressions cannot use the name.
std::optional<std::string> Escape(std::string_view name);

// Whether the word is reserved in CEL, so that it cannot name a variable or function.
bool IsReserved(std::string_view word);

}  // namespace structural::cel::object
