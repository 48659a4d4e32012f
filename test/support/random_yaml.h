// Random YAML: writes a value in one of the many notations that people and programs use.
#pragma once

#include <string>

#include "test/support/random_edits.h"

namespace structural::test {

// Returns YAML text for `value`. The text may also have anchors, merge keys and repeated keys, so a reader may get
// another value.
std::string RandomYaml(Random& random, const nlohmann::json& value);

}  // namespace structural::test
