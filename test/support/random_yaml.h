// Random YAML: a value in one of the many ways in which people and programs write it.
#pragma once

#include <string>

#include "test/support/random_edits.h"

namespace structural::test {

// Reads as some value, not always as the one given: it has anchors, merges and repeated keys, too.
std::string RandomYaml(Random& random, const nlohmann::json& value);

}  // namespace structural::test
