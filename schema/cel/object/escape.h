// Names of properties as expressions have them: `a-b` is a__dash__b.
//
// Upstream: apiserver/pkg/cel/escaping.go (0.37).
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace structural::cel::object {

// nullopt where an expression cannot have the name at all.
std::optional<std::string> Escape(std::string_view name);

// Whether CEL keeps the word for itself, as a name of a variable or a function.
bool IsReserved(std::string_view word);

}  // namespace structural::cel::object
