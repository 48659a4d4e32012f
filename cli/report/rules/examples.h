// Examples: for each rule, a text that breaks only this rule, and a text that does not break it.
//
// The texts are files in cli/report/rules/examples/, compiled into the program. A file that begins with openAPIV3Schema
// is the schema of a version; any other file is a whole document.
#pragma once

#include <span>
#include <string_view>

namespace structural::rules {

// The examples of a rule. All texts have static storage duration.
struct Example {
  std::string_view rule;
  std::string_view wrong;
  std::string_view right;
};

std::span<const Example> Examples();

}  // namespace structural::rules
