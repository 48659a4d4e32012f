// Reads a pattern as Go's regexp.Compile does, as far as its mistakes go. What Compile does after
// parsing cannot fail.
//
// Upstream: Go regexp/syntax parse.go parse with the flags Perl (Go 1.26).
#pragma once

#include <functional>
#include <optional>
#include <string_view>

#include "schema/go/regexp/node.h"
#include "schema/go/regexp/program.h"
#include "schema/go/regexp/source.h"

namespace structural::go::regexp {

// nullopt for a pattern that compiles. The SyntaxError points into the pattern.
std::optional<SyntaxError> Parse(std::string_view pattern);

// The same; where the pattern compiles, `program` becomes its program.
std::optional<SyntaxError> Parse(std::string_view pattern, Program& program);

// The same; where the pattern compiles, `use` is called with its tree, which ends with the call.
std::optional<SyntaxError> Parse(std::string_view pattern,
                                 const std::function<void(const Node&)>& use);

}  // namespace structural::go::regexp
