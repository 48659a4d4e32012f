// Examples: for each rule a text that breaks it, and nothing else, and one that does not.
//
// They are files in cli/rules/examples/, built in. One that begins with openAPIV3Schema is the
// schema of a version, any other a document of its own.
#pragma once

#include <span>
#include <string_view>

namespace structural::lint_rules {

// Static storage.
struct Example {
  std::string_view rule;
  std::string_view wrong;
  std::string_view right;
};

std::span<const Example> Examples();

// Null: the rule has none.
const Example* FindExample(std::string_view rule);

}  // namespace structural::lint_rules
