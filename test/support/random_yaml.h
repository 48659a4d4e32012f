// Random YAML: a value in one of the many forms that people and programs write.
#pragma once

#include <string>

#include "test/support/random_edits.h"

namespace structural::test {

// Returns a text that is read as some value, not always as the given one: it has anchors, merges and repeated keys,
// too.
std::string RandomYaml(Random& random, const nlohmann::json& value);

}  // namespace structural::test
