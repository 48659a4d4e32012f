// Examples: for each rule, a text that violates only this rule, and a corrected text.
//
// The texts are files in cli/report/rules/examples/, compiled into the program. A file that begins with openAPIV3Schema
// is the `schema` of a CRD's version; any other file is a whole document.
#pragma once

#include <span>
#include <string_view>

namespace structural::rules {

// The examples of one rule. All texts have static storage duration.
struct Example {
  std::string_view rule;  // id of the rule
  std::string_view wrong;
  std::string_view right;
};

// Returns the examples of all rules that have some.
std::span<const Example> Examples();

}  // namespace structural::rules
