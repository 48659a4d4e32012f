// Parses a pattern like the parser of Go's regexp.Compile, and finds the same errors. The later steps of regexp.Compile
// cannot fail.
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

// Returns the first error in a pattern; nullopt if the pattern compiles. The SyntaxError points into the pattern.
std::optional<SyntaxError> Parse(std::string_view pattern);

// Like Parse(pattern). If the pattern compiles, sets `program` to the compiled program.
std::optional<SyntaxError> Parse(std::string_view pattern, Program& program);

// Like Parse(pattern). If the pattern compiles, calls `use` with its syntax tree. The tree is freed when `use` returns.
std::optional<SyntaxError> Parse(std::string_view pattern, const std::function<void(const Node&)>& use);

}  // namespace structural::go::regexp
