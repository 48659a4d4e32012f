// Random edits of a JSON value.
#pragma once

#include <random>
#include <vector>

#include <nlohmann/json.hpp>

#include "document/edit.h"

namespace structural::test {

using Random = std::mt19937;

// Returns a random number from 0 to n - 1, which depends only on `random`, not on the platform.
inline std::size_t Pick(Random& random, std::size_t n) { return random() % n; }

// Returns a random text. It may have characters that are unusual or not allowed in documents.
std::string RandomText(Random& random);
nlohmann::json RandomValue(Random& random, int depth);

// Returns a random operation of JSON Patch that can be applied to `value`.
nlohmann::json RandomOperation(Random& random, const nlohmann::json& value);
document::Edit EditOf(const nlohmann::json& operation, Random& random);

}  // namespace structural::test
